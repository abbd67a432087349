# Fichiers de parties. Un emplacement commence une phrase qui continue par l'erreur.
games-line = ligne { $line }
games-offset = octet { $offset }
games-number = partie { $number }
games-empty-folder = il ne contient aucun fichier de parties
games-lost = non conservé : { $what } ({ $games ->
    [one] { $games } partie
   *[other] { $games } parties
})

convert-no-format = le nom { $file } n'indique aucun format ; utilisez --to avec l'un de ces formats : { $formats }
convert-nothing = il n'y a aucune partie à écrire ; { $file } reste inchangé
convert-strict = tout n'a pas été conservé
convert-doubtful = { $games ->
    [one] { $games } partie est douteuse
   *[other] { $games } parties sont douteuses
} ; `othellier check` explique pourquoi
convert-total = { $read ->
    [one] { $read } partie lue
   *[other] { $read } parties lues
}, { $written ->
    [one] { $written } écrite
   *[other] { $written } écrites
}, { $refused ->
    [one] { $refused } refusée
   *[other] { $refused } refusées
} en { $seconds } s ({ $rate } parties/s)

check-counts = { $read ->
    [one] { $read } partie lue
   *[other] { $read } parties lues
}, { $refused ->
    [one] { $refused } refusée
   *[other] { $refused } refusées
}, { $doubtful ->
    [one] { $doubtful } douteuse
   *[other] { $doubtful } douteuses
}
check-refused = { $file } : { $refused ->
    [one] une partie est refusée
   *[other] { $refused } parties sont refusées
}
check-strict = { $file } : tout n'est pas valide
check-theory = { $proven ->
    [one] { $proven } score du jeu parfait prouvé
   *[other] { $proven } scores du jeu parfait prouvés
}, { $wrong ->
    [one] { $wrong } noté
   *[other] { $wrong } notés
} différemment (graine { $seed })
check-theory-differs = { $file } : partie { $game } : le jeu parfait à { $empties ->
    [one] { $empties } case vide
   *[other] { $empties } cases vides
} est noté { $said }, mais donne { $proven }
check-theory-wrong = certains scores du jeu parfait sont notés différemment

# Ce qu'un format ne peut pas contenir.
part-names = les noms des joueurs
part-long-names = la fin des noms longs, ou des lettres que le format n'a pas
part-event = le tournoi
part-place = le lieu
part-round = la ronde
part-date = la date, ou tout sauf l'année
part-ratings = les classements
part-players = qui jouait : personnes ou programmes
part-clocks = les pendules
part-score = le score, que les coups ne montrent pas
part-ending = la façon dont la partie a été abandonnée
part-theoretical = le score du jeu parfait
part-times = le temps des coups
part-evaluations = les évaluations des coups
part-nodes = les nœuds visités par les programmes
part-comments = les commentaires
part-variations = les variantes, que --variations lit comme des parties distinctes
part-undone = les coups annulés
part-last-pass = un passe à la fin
part-tags = les propriétés d'un autre format
part-brackets = les crochets fermants des textes, écrits comme des parenthèses
part-no-result = qu'il n'y a pas de résultat : les pions du plateau en tiennent lieu
part-no-theoretical = que le score du jeu parfait n'est pas connu : 0 en tient lieu

# Diagrammes.
diagram-no-picture = le nom { $file } n'indique aucun format d'image ; attendu : .svg ou .png
games-no-game = il n'y a pas de partie { $number } dans { $file } ; il y en a { $games }
games-refused = { $file } : { $count ->
    [1] 1 partie n'est pas importée
   *[other] { $count } parties ne sont pas importées
} ; `othellier check` explique pourquoi
diagram-no-move = il n'y a pas de coup { $number } ; attendu : 0 à { $last }
diagram-order = --from { $from } vient après --to { $to }
diagram-drawn = { $file } montre { $what }
diagram-position = une position
diagram-moves = les coups { $first } à { $last }
diagram-title-position = Position : { $discs }
diagram-title-game = { $black } – { $white }
