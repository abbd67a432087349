# L'évolution : ce qui ne va pas.
evolve-odd = --population { $population } est refusé : les individus se reproduisent par couples ; donnez un nombre pair à partir de 2
evolve-fault = une partie contre { $control } s'est terminée par une faute : { $why }
evolve-elite = --elite { $elite } est refusé : parmi les { $population } individus, il doit en rester pour la reproduction
evolve-renew-count = --renew-count { $count } est refusé : il y a { $population ->
    [one] { $population } individu
   *[other] { $population } individus
}
evolve-other-state = sa population ne correspond pas aux réglages ; indiquez un autre fichier
evolve-no-checkpoint = ce n'est pas le point de reprise d'une évolution ; indiquez un autre fichier
evolve-start-refused = --start { $file } : { $why } ; donnez un fichier, ou default, phased ou random
evolve-until-refused = --until { $until } est refusé : la fitness est une différence de pions, de -{ $most } à { $most } sur ce plateau

# Ses réglages.
evolve-settings = Évolution, othellier { $version }
evolve-player = recherche qui utilise les gènes
evolve-control = joueur témoin
evolve-start = départ
evolve-genes = gènes
evolve-genes-of = { $count }, de { $low } à { $high }
evolve-population = population
evolve-population-of = { $population }, élite { $elite }
evolve-fitness = fitness
evolve-fitness-of = { $openings ->
    [one] { $openings } ouverture
   *[other] { $openings } ouvertures
} de { $plies ->
    [one] { $plies } demi-coup
   *[other] { $plies } demi-coups
} au hasard, des deux couleurs : { $games } parties par génération
evolve-roulette = roulette
evolve-crossover = croisement
evolve-crossover-of = { $kind }, { $rate } des couples
evolve-mutation = mutation
evolve-mutation-of = { $kind }, { $rate } des gènes
evolve-renewal = renouvellement
evolve-renewal-of = { $every ->
    [1] à chaque génération
   *[other] toutes les { $every } générations
}, par { $count ->
    [1] le meilleur
   *[other] les { $count } meilleurs
}
evolve-renewal-restart = { $every ->
    [1] à chaque génération
   *[other] toutes les { $every } générations
}, par { $count ->
    [1] le meilleur
   *[other] les { $count } meilleurs
} ; puis une population neuve
evolve-resumed = reprend après la génération
evolve-never = jamais
evolve-end = fin
evolve-end-of = après { $generations ->
    [one] { $generations } génération
   *[other] { $generations } générations
}
evolve-end-until = quand le meilleur atteint une fitness de { $until }, au plus tard après { $generations ->
    [one] { $generations } génération
   *[other] { $generations } générations
}

# Génération par génération.
evolve-in-progress = génération { $number }
evolve-head-generation = génération
evolve-head-best = meilleur
evolve-head-mean = moyenne
evolve-head-worst = pire
evolve-head-diversity = diversité
evolve-renewed = environnement renouvelé
evolve-reached = la génération { $number } a atteint la fitness { $until }
evolve-not-reached = la fitness { $until } n'est pas atteinte après la génération { $number }
evolve-written = le meilleur de la génération { $number } est dans { $file } : eval=genome(file={ $file })
evolve-interrupted = interrompu ; la même commande reprend à partir du point de reprise

# Figures.
evolve-chart-title = Évolution
evolve-chart-fitness = fitness par génération
evolve-chart-best = fitness du meilleur par génération
evolve-chart-mean = fitness moyenne par génération
evolve-chart-diversity = diversité par génération
evolve-chart-discs = pions par partie
evolve-chart-runs = Moyenne de { $runs } essais ; les bandes sont des intervalles à 95 %.
evolve-chart-wheel = la roue de la roulette
evolve-chart-wheel-of = { $law }, génération { $number }
evolve-chart-wheel-note = Les numéros sont les rangs par fitness. Une part est la chance d'être tiré comme parent ; f est la fitness.
evolve-chart-others = tous les autres
evolve-chart-weights = les poids obtenus
evolve-chart-weights-of = poids de chaque critère par phase ; { $law }
evolve-chart-phase = { $empties ->
    [one] { $empties } vide
   *[other] { $empties } vides
}
