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
review-when-itself = par le coup même
review-when-next = en réponse
review-when-later = au coup { $number }
review-near-x = la case X
review-near-c = une case C
review-reason-none = aucune caractéristique simple ne distingue les deux suites
review-reason-corner-opened = { $square } est { $near } voisine du coin vide { $corner }, et l'adversaire prend ce coin { $when }
review-reason-corner-given = l'adversaire prend le coin { $corner } { $when }, ce qu'il ne peut pas faire dans la meilleure suite
review-reason-corner-missed = la meilleure suite prend le coin { $corner } { $when }, celle-ci non
review-reason-wiped-out = tous les pions sont perdus { $when }
review-reason-must-pass = il oblige à passer { $when }, ce que la meilleure suite évite
review-reason-pass-missed = la meilleure suite fait passer l'adversaire { $when }, celle-ci non
review-reason-wedged = l'adversaire s'insère en { $square } { $when }, entre deux pions du bord
review-reason-wedge-missed = la meilleure suite s'insère en { $square } { $when }, entre deux pions adverses du bord
review-reason-mobility = il laisse { $mine ->
    [one] { $mine } coup
   *[other] { $mine } coups
} contre { $theirs } à l'adversaire ; le meilleur coup { $best_mine } contre { $best_theirs }
review-reason-safe-moves = au tour suivant { $played ->
    [0] aucun coup n'est sûr
    [one] un seul coup est sûr
   *[other] { $played } coups sont sûrs
} pour les coins, dans la meilleure suite { $best }
review-reason-mobility-along = sur les { $plies } demi-coups suivants on a { $mine ->
    [one] { $mine } coup
   *[other] { $mine } coups
} par tour contre { $theirs } à l'adversaire ; dans la meilleure suite { $best_mine } contre { $best_theirs }
review-reason-out-of-safe-moves = { $when } tout coup donne un coin ; dans la meilleure suite il en reste toujours un qui n'en donne pas
review-reason-last-move = l'adversaire joue le dernier coup de la partie ({ $when }) ; dans la meilleure suite, on le joue soi-même
review-reason-no-access = après { $plies ->
    [one] { $plies } demi-coup
   *[other] { $plies } demi-coups
} l'adversaire seul peut jouer dans la région { $squares } ; dans la meilleure suite on peut y jouer aussi
review-reason-frontier = { $played } de ses propres pions { $played ->
    [one] touche
   *[other] touchent
} alors une case vide, après le meilleur coup { $best }
review-reason-frontier-along = sur les { $plies } demi-coups suivants le bilan des pions qui touchent une case vide, les siens moins ceux de l'adversaire, est de { $played } ; dans la meilleure suite de { $best }
review-reason-parity-lost = l'adversaire joue le dernier dans la région { $squares } { $when } ; dans la meilleure suite, on y joue soi-même le dernier coup
review-reason-stability = après { $plies ->
    [one] { $plies } demi-coup
   *[other] { $plies } demi-coups
} le bilan des pions définitifs est { $played }, dans la meilleure suite { $best }
review-reason-exchange = { $lost ->
    [one] { $lost } pion est retourné
   *[other] { $lost } pions sont retournés
} d'ici la fin, dans la meilleure suite { $best_lost } (le coup en retourne { $turned }, le meilleur { $best_turned })

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
