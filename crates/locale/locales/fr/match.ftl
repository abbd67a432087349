# Un match : ce qui ne va pas.
match-person = `{ $name }` est une personne, et un match ne se joue qu'entre programmes ; `othellier players` en donne la liste
match-file-refused = { $file } : { $why }
match-repeats = il n'y a que { $distinct ->
    [one] { $distinct } ouverture différente
   *[other] { $distinct } ouvertures différentes
} pour { $wanted } paires : des joueurs déterministes rejoueront les mêmes parties
match-fault = la partie { $number } est perdue pour { $name } : { $why }
match-more-faults = les autres parties perdues ainsi sont seulement comptées ; leurs raisons sont dans --json et --csv

# Ses réglages.
match-settings = Match, othellier { $version }
match-games = parties
match-openings = ouvertures
match-openings-start = la position de départ
match-openings-random = { $plies ->
    [one] { $plies } demi-coup
   *[other] { $plies } demi-coups
} au hasard
match-openings-file = { $file }, { $count } en tout
match-openings-balanced = la liste intégrée de { $count }
match-time-per-move = temps par coup
match-clock = pendule
match-time-forgiven = { $time }, avec une tolérance de { $margin }
match-sprt = test
match-sprt-asked = { $elo0 } contre { $elo1 } Elo
match-board = plateau
match-seed = graine
match-threads = fils d'exécution

# Son résultat.
match-result = Résultat de A après { $games ->
    [one] { $games } partie
   *[other] { $games } parties
}
match-wins = victoires
match-draws = nulles
match-losses = défaites
match-score = score
match-interval = { $rate }  (95 % : de { $low } à { $high })
match-elo = Elo
match-no-elo = aucun écart fini ne l'explique
match-pairs = paires par points
match-discs = pions
match-per-game = { $number } par partie
match-a-as-black = A avec les Noirs
match-a-as-white = A avec les Blancs
match-black-wins = victoires de Noir
match-white-wins = victoires de Blanc
match-occupation = plateau à la fin
match-shares = Noir { $black }, Blanc { $white }, vide { $empty }
match-game-time = durée moyenne d'une partie
match-sprt-llr = LLR { $llr } ({ $low } ; { $high }) : { $said }
match-sprt-undecided = indécis
match-sprt-h0 = A n'est pas plus fort de { $elo1 } Elo
match-sprt-h1 = A est plus fort de plus de { $elo0 } Elo

# Ce que les joueurs ont dépensé.
match-mean = temps par coup
match-median = médiane
match-p95 = 95 % en moins de
match-slowest = coup le plus lent
match-nodes = nœuds par coup
match-nodes-per-second = nœuds par seconde
match-live = mémoire conservée après un coup
match-peak = mémoire maximale d'un coup
match-cumulated = mémoire allouée par coup
match-illegal = coups illégaux
match-crashes = plantages
match-time-losses = défaites au temps

# La forme des étudiants.
benchmark-useless = { $option } est sans effet : { $player } n'a pas ce réglage
benchmark-same-game = aucun des deux joueurs n'est aléatoire : depuis le même départ, ils rejouent la même partie ; `othellier match` varie les ouvertures
benchmark-progress = Partie { $index }/{ $games }
benchmark-game = Partie { $index } : Noir { $black }, Blanc { $white }, vides { $empties } ; { $winner ->
    [black] Noir gagne
    [white] Blanc gagne
   *[other] nulle
} ; { $time }
benchmark-result = Résultat de { $games ->
    [one] { $games } partie
   *[other] { $games } parties
}
benchmark-black = Noir
benchmark-white = Blanc
