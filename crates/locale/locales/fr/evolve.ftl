# L'évolution : ce qui ne va pas.
evolve-fault = une partie contre { $control } s'est terminée par une faute : { $why }
evolve-other-state = les générations précédentes ne correspondent pas aux réglages

# Génération par génération.
evolve-head-generation = génération
evolve-head-best = meilleur
evolve-head-mean = moyenne
evolve-head-worst = pire
evolve-head-diversity = diversité

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
