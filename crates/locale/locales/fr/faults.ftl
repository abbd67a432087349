# Ce qui ne va pas dans des parties et des positions : le navigateur le dit aussi.
expected-within = un nombre de { $low } à { $high }

# Pourquoi il n'y a pas de partie.
fault-unreadable = lecture impossible : { $why }
fault-format = ce n'est pas un fichier { $format }
fault-cut = la partie est incomplète
fault-long = la partie est plus longue que toute partie légale
fault-no-game = `{ $text }` n'appartient à aucune partie
fault-other-game = une partie de `{ $game }`, pas d'Othello
fault-size = plateau de taille `{ $size }` ; attendu : 4, 6, 8 ou 10
fault-start = la position de départ n'est pas valide : { $why }
fault-set-up = des pions sont ajoutés sans être joués après le coup { $after }
fault-not-a-move = le coup { $number }, `{ $text }`, n'est pas un coup
fault-illegal = le coup { $number }, `{ $text }`, n'est pas légal
fault-after-end = le coup { $number }, `{ $text }`, vient après la fin de la partie
fault-pass = le coup { $number } est un passe, alors qu'il y a un coup à jouer
fault-score = score de { $found } ; attendu : 0 à { $most }
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
doubt-pass = un passe vient après la fin de la partie
doubt-variations = { $count ->
    [1] une variante de la partie n'est pas conservée
   *[other] { $count } variantes de la partie ne sont pas conservées
} ; --variations les lit comme des parties distinctes
doubt-value = { $name } vaut `{ $text }`, qui n'est pas une valeur valide
doubt-name = le nom { $number } n'est pas dans la liste de { $known }

# Pourquoi une partie ne peut pas être écrite.
unsupported-start = le format ne contient que des parties depuis la position initiale
unsupported-size = le format n'accepte pas les plateaux de { $side }×{ $side } cases
unsupported-other-size = une partie en { $side }×{ $side } dans un fichier de parties en { $expected }×{ $expected }
unsupported-names = le fichier n'a plus de place pour d'autres noms

# Pourquoi un texte n'est pas une position
position-unknown = `{ $text }` n'est pas une position ; attendu : startpos, un plateau de X, O et - avec le trait, ou des coups comme f5d6
position-size = la position a { $found }×{ $found } cases ; attendu : { $side }×{ $side }
position-letter = `{ $letter }` inattendu à l'octet { $offset } de la position ; attendu : X, O ou - pour chaque case, puis X ou O au trait
position-short = la position a { $read ->
    [one] { $read } case
   *[other] { $read } cases
} ; attendu : { $cells }
position-side = la position n'indique pas qui joue ; attendu : X ou O après les cases
