# Fichiers de parties. Un lieu commence une phrase qui continue par ce qui ne va pas.
games-line = ligne { $line }
games-offset = octet { $offset }
games-number = partie { $number }
games-empty-folder = il ne contient aucun fichier de parties
games-lost = non gardé : { $what } ({ $games ->
    [one] { $games } partie
   *[other] { $games } parties
})

convert-no-format = le nom { $file } n'indique aucun format ; utilisez --to avec l'un de { $formats }
convert-nothing = il n'y a aucune partie à écrire ; { $file } reste tel qu'il était
convert-strict = tout n'a pas été gardé
convert-doubtful = { $games ->
    [one] { $games } partie est douteuse
   *[other] { $games } parties sont douteuses
} ; `othellier check` dit pourquoi
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
check-refused = { $file } : { $refused ->
    [one] une partie est refusée
   *[other] { $refused } parties sont refusées
}
check-strict = { $file } : tout n'est pas sain
check-theory = { $proven ->
    [one] { $proven } score du jeu parfait prouvé
   *[other] { $proven } scores du jeu parfait prouvés
}, { $wrong ->
    [one] { $wrong } noté
   *[other] { $wrong } notés
} autrement (graine { $seed })
check-theory-differs = { $file } : partie { $game } : le jeu parfait à { $empties ->
    [one] { $empties } case vide
   *[other] { $empties } cases vides
} est noté { $said }, et donne { $proven }
check-theory-wrong = certains scores du jeu parfait sont notés autrement

# Pourquoi il n'y a pas de partie.
fault-unreadable = lecture impossible : { $why }
fault-format = ce n'est pas un fichier { $format }
fault-cut = la partie n'a pas de fin
fault-long = la partie est plus longue que toute partie
fault-no-game = `{ $text }` ne fait partie d'aucune partie
fault-other-game = pas une partie d'Othello, mais de `{ $game }`
fault-size = un plateau de taille `{ $size }` ; attendu : 4, 6, 8 ou 10
fault-start = le début n'est pas une position : { $why }
fault-set-up = des pions sont posés d'office après le coup { $after }
fault-not-a-move = le coup { $number }, `{ $text }`, n'est pas un coup
fault-illegal = le coup { $number }, `{ $text }`, n'est pas légal
fault-after-end = le coup { $number }, `{ $text }`, vient après la fin de la partie
fault-pass = le coup { $number } est une passe, alors qu'il y a un coup à jouer
fault-score = un score de { $found } ; attendu : 0 à { $most }
fault-missing = le fichier devrait contenir { $promised ->
    [one] { $promised } partie
   *[other] { $promised } parties
} et en contient { $found }
fault-names = le fichier devrait contenir { $promised ->
    [one] { $promised } nom
   *[other] { $promised } noms
} et en contient { $found }
fault-extra = { $bytes ->
    [one] { $bytes } octet suit
   *[other] { $bytes } octets suivent
} la dernière partie

# Ce qui est douteux dans une partie.
doubt-score = le score annoncé est { $said }, les coups mènent à { $shown }
doubt-color = le coup { $number } est attribué au mauvais camp
doubt-pass = une passe vient après la fin de la partie
doubt-variations = { $count ->
    [1] une variante accompagne la partie et n'est pas gardée
   *[other] { $count } variantes accompagnent la partie et ne sont pas gardées
} ; --variations les lit comme des parties
doubt-value = { $name } vaut `{ $text }`, qui n'est pas compris
doubt-name = le nom { $number } n'est pas dans la liste de { $known }

# Pourquoi une partie ne peut pas être écrite.
unsupported-start = le format ne contient que des parties depuis le début habituel
unsupported-size = le format n'a pas de plateaux de { $side }×{ $side } cases
unsupported-other-size = une partie en { $side }×{ $side } dans un fichier de parties en { $expected }×{ $expected }
unsupported-names = le fichier n'a plus de place pour d'autres noms

# Ce qu'un format ne peut pas contenir.
part-names = les noms des joueurs
part-long-names = la fin des noms longs, ou des lettres que le format n'a pas
part-event = le tournoi
part-place = le lieu
part-round = la ronde
part-date = la date, ou tout sauf l'année
part-ratings = les classements
part-score = le score, que les coups ne montrent pas
part-ending = comment la partie a été abandonnée
part-theoretical = le score du jeu parfait
part-times = le temps des coups
part-evaluations = ce que les joueurs pensaient de leurs coups
part-nodes = les nœuds visités par les programmes
part-comments = les commentaires
part-variations = les variantes, que --variations lit comme des parties
part-undone = les coups annulés
part-last-pass = une passe à la fin
part-tags = les propriétés d'un autre format
part-brackets = les crochets fermants des textes, écrits comme des parenthèses
part-no-result = qu'il n'y a pas de résultat : les pions du plateau en tiennent lieu
part-no-theoretical = que le score du jeu parfait n'est pas connu : 0 en tient lieu

# Diagrammes.
diagram-no-picture = le nom { $file } n'indique aucun genre d'image ; attendu : .svg ou .png
games-no-game = il n'y a pas de partie { $number } dans { $file } ; il y en a { $games }
games-refused = { $file } : { $count ->
    [1] 1 partie n'est pas reprise
   *[other] { $count } parties ne sont pas reprises
} ; `othellier check` dit pourquoi
diagram-no-move = il n'y a pas de coup { $number } ; attendu : 0 à { $last }
diagram-order = --from { $from } vient après --to { $to }
diagram-drawn = { $file } montre { $what }
diagram-position = une position
diagram-moves = les coups { $first } à { $last }
diagram-title-position = Position : { $discs }
diagram-title-game = { $black } – { $white }

# Pourquoi un texte n'est pas une position
position-unknown = `{ $text }` n'est pas une position ; attendu : startpos, un plateau de X, O et - avec le trait, ou des coups comme f5d6
position-size = la position a { $found }×{ $found } cases ; attendu : { $side }×{ $side }
position-letter = `{ $letter }` inattendu à l'octet { $offset } de la position ; attendu : X, O ou - pour chaque case, puis X ou O au trait
position-short = la position a { $read ->
    [one] { $read } case
   *[other] { $read } cases
} ; attendu : { $cells }
position-side = la position ne dit pas qui joue ; attendu : X ou O après les cases
