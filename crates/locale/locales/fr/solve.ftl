# Les problèmes : d'où ils viennent et ce qui ne va pas.
solve-stdin = entrée standard
solve-nothing = il n'y a rien à résoudre ; indiquez un fichier de problèmes, une --position, ou envoyez des problèmes sur l'entrée standard
solve-file-refused = { $file } : { $why }
solve-empty = il ne contient aucune position
solve-only-none = --only { $wanted } ne correspond à aucun problème ; ceux de { $file } sont numérotés de { $first } à { $last }
solve-size = seules les positions 8×8, 6×6 et 4×4 peuvent être résolues, pas { $size }×{ $size }
solve-no-room = mémoire insuffisante pour une table de { $mebibytes } Mio

# Le journal. Chacune est la fin d'une phrase qui commence par le fichier.
solve-journal-not-one = ce n'est pas un journal de positions résolues ; indiquez un autre fichier
solve-journal-version = il vient d'une autre version d'othellier ; indiquez un autre fichier
solve-journal-goal = ce journal a un autre objectif (--outcome ou scores exacts) ; indiquez un autre fichier
solve-journal-broken = la ligne { $line } n'est pas le résultat d'une position
solve-journal-other = la ligne { $line } concerne une position absente de ces problèmes ; indiquez un autre fichier

# Le tableau des résultats.
solve-id = n°
solve-empties = vides
solve-score = score
solve-move = coup
solve-nodes = nœuds
solve-time = temps
solve-speed = M/s
solve-ok = juste
solve-wrong = FAUX, attendu { $expected }
solve-line = variante principale : { $line }
solve-in-progress = n° { $id }, { $empties ->
    [one] { $empties } vide
   *[other] { $empties } vides
}
solve-known-so-far = { $so_far }, score de { $least } à { $most }
solve-total = { $positions ->
    [one] { $positions } position
   *[other] { $positions } positions
}{ $journalled ->
    [0] {""}
   *[other] {" "}({ $journalled } du journal)
}, { $wrong ->
    [one] { $wrong } fausse
   *[other] { $wrong } fausses
}, { $nodes ->
    [one] { $nodes } nœud
   *[other] { $nodes } nœuds
} en { $seconds } s, { $rate } M nœuds/s
solve-failed = { $wrong } { $wrong ->
    [one] score sur { $positions } diffère
   *[other] scores sur { $positions } diffèrent
} de ce que dit le fichier

# La précision d'un joueur.
accuracy-person = un humain ne peut pas être mesuré ; indiquez un programme
accuracy-skipped = { $count ->
    [one] { $count } position est ignorée : elle n'offre pas de choix entre des coups au score connu
   *[other] { $count } positions sont ignorées : elles n'offrent pas de choix entre des coups au score connu
}
accuracy-skipped-over = { $count ->
    [one] { $count } position est ignorée : il n'y a pas de coup à choisir
   *[other] { $count } positions sont ignorées : il n'y a pas de coup à choisir
}
accuracy-nothing = aucune position de { $file } n'offre de choix entre des coups au score connu ; `--prove 100` résout celles qui manquent
accuracy-nothing-to-choose = aucune position de { $file } n'offre de coup à choisir
accuracy-no-move = n° { $id } : { $why }
accuracy-best = mieux
accuracy-loss = perte
accuracy-error = écart
accuracy-total = { $player }, { $positions ->
    [one] { $positions } position
   *[other] { $positions } positions
}
accuracy-best-rate = meilleur coup
accuracy-within-3-rate = au plus 3 pions perdus
accuracy-mean-loss = perte moyenne
accuracy-mean-error = erreur moyenne du score
accuracy-bias = biais du score
accuracy-between = (95 % : { $low } à { $high })
accuracy-each = chaque position
accuracy-each-is = { $nodes ->
    [one] { $nodes } nœud
   *[other] { $nodes } nœuds
} en { $wall }
accuracy-each-is-cpu = { $nodes ->
    [one] { $nodes } nœud
   *[other] { $nodes } nœuds
} en { $wall } (temps CPU { $cpu })
accuracy-discs = { $number ->
    [one] { $number } pion
   *[other] { $number } pions
}
accuracy-cost = coût
accuracy-cost-is = { $nodes ->
    [one] { $nodes } nœud
   *[other] { $nodes } nœuds
} en { $seconds } s
accuracy-proved = résolu ici
accuracy-proved-is = { $positions ->
    [one] { $positions } position
   *[other] { $positions } positions
}
accuracy-seed = graine

# Finales générées. Les trois premières sont la fin d'une phrase qui commence par le fichier.
endgames-not-one = ce n'est pas un fichier de finales générées ; indiquez un autre fichier
endgames-others = ses finales ont un autre nombre de cases vides, une autre graine, d'autres parties ou d'autres scores ; indiquez un autre fichier
endgames-line = la ligne { $line } n'est pas la finale attendue ; indiquez un autre fichier
endgames-no-more = { $positions ->
    [one] { $positions } position seulement a été trouvée
   *[other] seules { $positions } positions différentes ont été trouvées
}
endgames-total = { $positions ->
    [one] { $positions } position
   *[other] { $positions } positions
} de { $empties ->
    [one] { $empties } case vide
   *[other] { $empties } cases vides
}{ $found ->
    [0] {""}
   *[other] {" "}(dont { $found } déjà dans le fichier)
}, graine { $seed }, { $nodes ->
    [one] { $nodes } nœud
   *[other] { $nodes } nœuds
} en { $seconds } s

# Ouvertures générées. Les trois premières sont la seconde moitié d'une phrase qui commence par le fichier.
openings-not-one = ce n'est pas une liste d'ouvertures générées ; indiquez un autre fichier
openings-others = ses ouvertures ont une autre longueur, une autre profondeur ou une autre limite ; indiquez un autre fichier
openings-line = la ligne { $line } n'est pas une ouverture ; indiquez un autre fichier
openings-total = { $kept ->
    [one] { $kept } ouverture gardée
   *[other] { $kept } ouvertures gardées
} sur { $looked_at ->
    [one] { $looked_at } examinée
   *[other] { $looked_at } examinées
}, { $openings } en tout, { $seconds } s
