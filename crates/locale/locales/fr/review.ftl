# Une partie analysée.
review-no-moves = la partie n'a aucun coup à analyser
review-level = niveau { $level }
review-written = { $file } est écrit
review-black = Noir
review-white = Blanc
review-result = Résultat : { $score } pour Noir
review-opening = Ouverture : { $name } (après { $moves ->
    [one] { $moves } coup
   *[other] { $moves } coups
})
review-judge = Analysée par { $means }, niveau { $level }, en { $seconds } s
review-means-champion = le champion, évaluation apprise, en pions
review-means-proof = des preuves seulement
review-means-textbook = des preuves vers la fin et, avant, une recherche classique dont les points ne sont pas des pions
review-incomplete = Arrêtée : { $known ->
    [0] aucun coup sur { $all } n'est analysé
    [one] seul le dernier coup sur { $all } est analysé
   *[other] seuls les { $known } derniers coups sur { $all } sont analysés
}

review-column-number = n°
review-column-side = camp
review-column-move = coup
review-column-before = avant
review-column-after = après
review-column-loss = perte
review-column-mark = note
review-column-best = mieux

review-mark-forced = forcé
review-mark-best = le meilleur
review-mark-good = bon
review-mark-inaccuracy = imprécision
review-mark-mistake = erreur
review-mark-blunder = gaffe

review-accuracy = { $side } : précision { $percent } %, { $mean ->
    [one] { $mean } pion perdu
   *[other] { $mean } pions perdus
} par coup ; { $blunders ->
    [one] { $blunders } gaffe
   *[other] { $blunders } gaffes
}, { $mistakes ->
    [one] { $mistakes } erreur
   *[other] { $mistakes } erreurs
}, { $inaccuracies ->
    [one] { $inaccuracies } imprécision
   *[other] { $inaccuracies } imprécisions
}
review-no-accuracy = { $side } : il n'y avait rien à choisir
review-turning-point = Tournant : le coup { $number } de { $side }, { $played } : de { $before } à { $after }{ $trust ->
    [exact] , prouvé
    [selective] , presque prouvé
   *[other] , par estimation
}
review-no-turning-point = Tournant : aucun
review-verdict = { $number } { $side } { $played } : { $mark }, { $loss ->
    [one] { $loss } pion perdu
   *[other] { $loss } pions perdus
} ; mieux { $best }

review-chart-x = coup
review-chart-y = score pour Noir, en pions
review-chart-above = Noir devant
review-chart-below = Blanc devant
review-page-mistakes = Ce qui pouvait être mieux joué
review-page-moves = Tous les coups
review-page-played = Joué : { $line }
review-page-best = Mieux : { $line }

# Pourquoi un coup était mauvais. La phrase parle du coup joué.
review-when-itself = tout de suite
review-when-next = aussitôt
review-when-later = au coup { $number }
review-near-x = la case X
review-near-c = une case C
review-reason-none = Rien de simple ne distingue les deux coups ; les suites montrent la différence.
review-reason-corner-opened = { $square } est { $near } voisine du coin vide { $corner } : { $opponent } le prend { $when }.
review-reason-corner-given = Ce coup laisse { $opponent } prendre le coin { $corner } { $when }.
review-reason-corner-missed = { $mover } pouvait prendre le coin { $corner } { $when }.
review-reason-wiped-out = { $mover } perd tous ses pions { $when }.
review-reason-must-pass = { $mover } doit passer { $when } ; le meilleur coup l'évite.
review-reason-pass-missed = { $opponent } pouvait être forcé de passer { $when }.
review-reason-wedged = { $opponent } s'insère en { $square } { $when }, entre deux pions du bord, et y reste.
review-reason-wedge-missed = { $mover } pouvait s'insérer en { $square } { $when }, entre deux pions de { $opponent } sur le bord.
review-reason-mobility = { $kind ->
    [theirs] Ce coup ouvre { $theirs ->
        [one] { $theirs } coup
       *[other] { $theirs } coups
    } à { $opponent } au lieu de { $best_theirs }.
    [mine] Ce coup laisse { $mine ->
        [one] { $mine } coup
       *[other] { $mine } coups
    } à { $mover } au lieu de { $best_mine }.
   *[both] Ce coup ouvre { $theirs ->
        [one] { $theirs } coup
       *[other] { $theirs } coups
    } à { $opponent } au lieu de { $best_theirs }, et en laisse { $mine } à { $mover } au lieu de { $best_mine }.
}
review-reason-safe-moves = Au tour suivant { $mover } { $played ->
    [0] n'a aucun coup sûr
    [one] n'a qu'un coup sûr
   *[other] a { $played } coups sûrs
} au lieu de { $best } : les autres donnent un coin.
review-reason-mobility-along = { $kind ->
    [theirs] Sur les { $turns } tours suivants { $opponent } a le choix entre { $theirs } coups environ au lieu de { $best_theirs }.
    [mine] Sur les { $turns } tours suivants { $mover } a le choix entre { $mine } coups environ au lieu de { $best_mine }.
   *[both] Sur les { $turns } tours suivants { $opponent } a le choix entre { $theirs } coups environ au lieu de { $best_theirs }, et { $mover } entre { $mine } au lieu de { $best_mine }.
}
review-reason-out-of-safe-moves = { $mover } n'a plus de coup sûr { $when } : chacun donne un coin.
review-reason-last-move = { $opponent } joue le dernier coup de la partie ({ $when }) ; { $mover } pouvait l'avoir.
review-reason-no-access = Bientôt seul { $opponent } peut jouer en { $squares } ; après le meilleur coup { $mover } le peut aussi.
review-reason-frontier = { $played ->
    [one] { $played } pion de { $mover } touche
   *[other] { $played } pions de { $mover } touchent
} une case vide au lieu de { $best } : chacun donne des coups à { $opponent }.
review-reason-frontier-along = Sur les { $plies } coups suivants plus de pions de { $mover } touchent une case vide, par rapport à ceux de { $opponent }, qu'après le meilleur coup.
review-reason-parity-lost = { $opponent } joue le dernier coup dans la région { $squares } { $when } ; { $mover } pouvait l'avoir.
review-reason-stability = Bientôt le bilan des pions définitifs est de { $played } pour { $mover } au lieu de { $best }.
review-reason-exchange = { $lost ->
    [one] { $lost } pion de { $mover } est retourné
   *[other] { $lost } pions de { $mover } sont retournés
} avant la fin au lieu de { $best_lost }.

# Exercices.
exercise-none = aucun exercice trouvé avec { $empties ->
    [one] { $empties } case vide
   *[other] { $empties } cases vides
} et { $stars ->
    [one] { $stars } étoile
   *[other] { $stars } étoiles
}
exercise-no-mistakes = aucune erreur dans cette partie : il n'y a rien à y apprendre
exercise-title = Exercice { $number } : trait à { $side }, { $empties ->
    [one] { $empties } case vide
   *[other] { $empties } cases vides
}, { $stars }
exercise-title-game = Exercice { $number } : coup { $ply } de la partie, trait à { $side }, { $empties ->
    [one] { $empties } case vide
   *[other] { $empties } cases vides
}
exercise-measured = { $moves ->
    [one] { $moves } coup légal
   *[other] { $moves } coups légaux
}, dont { $good ->
    [one] { $good } bon
   *[other] { $good } bons
}{ $greedy ->
    [yes] {"\u00A0"}; le coup qui retourne le plus de pions est une erreur
   *[other] {""}
}{ $mobility ->
    [yes] {"\u00A0"}; le coup qui laisse le moins de réponses est une erreur
   *[other] {""}
}{ $corner ->
    [yes] {"\u00A0"}; prendre le coin est une erreur
   *[other] {""}
}
exercise-played = Dans la partie, { $played } a été joué, ce qui a perdu { $loss ->
    [one] { $loss } pion
   *[other] { $loss } pions
}.
exercise-prompt = Votre coup (ou indice, solution, quitter) :{" "}
exercise-help = Donnez le meilleur coup, comme d3. Ou : indice, solution (la meilleure suite, puis l'exercice suivant), quitter.
exercise-not-a-move = `{ $text }` n'est pas un coup légal ici ; coups possibles : { $moves }
exercise-found = Bonne réponse : { $answer } vaut { $score }.
exercise-almost = Bonne réponse, à un pion près : { $answer } vaut { $score }, { $best } vaut { $best_score }.
exercise-wrong = { $answer } vaut { $score } : { $loss ->
    [one] { $loss } pion
   *[other] { $loss } pions
} de moins que le meilleur.
exercise-refutation = Suite possible : { $line }
exercise-again = Essayez encore.
exercise-solution = Meilleure suite : { $line } ({ $score })
exercise-hint = Le meilleur coup est dans le quart { $vertical ->
    [upper] supérieur
   *[lower] inférieur
} { $horizontal ->
    [left] gauche
   *[right] droit
} du plateau.
exercise-total = { $found ->
    [one] { $found } trouvé
   *[other] { $found } trouvés
} sur { $asked }, dont { $first } du premier coup
exercise-seed = Graine : { $seed }
exercise-grade = { $answer } : { $score }, { $loss ->
    [one] { $loss } pion perdu
   *[other] { $loss } pions perdus
} ({ $mark })
