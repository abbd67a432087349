# A match: errors.
match-person = `{ $name }` is a person, and a match is played by programs alone; `othellier players` lists them
match-file-refused = { $file }: { $why }
match-repeats = there { $distinct ->
    [one] is only { $distinct } different opening
   *[other] are only { $distinct } different openings
} for { $wanted } pairs: deterministic players will repeat whole games
match-fault = game { $number } is lost for { $name }: { $why }
match-more-faults = further games lost this way are only counted; their reasons are in --json and --csv

# Its settings.
match-settings = Match, othellier { $version }
match-games = games
match-openings = openings
match-openings-start = the start position
match-openings-random = { $plies } random { $plies ->
    [one] ply
   *[other] plies
}
match-openings-file = { $file }, { $count } in all
match-openings-balanced = the built-in list of { $count }
match-time-per-move = time per move
match-clock = clock
match-time-forgiven = { $time }, with a margin of { $margin }
match-sprt = test
match-sprt-asked = { $elo0 } against { $elo1 } Elo
match-board = board
match-seed = seed
match-threads = threads

# Its result.
match-result = Result for A after { $games ->
    [one] { $games } game
   *[other] { $games } games
}
match-wins = wins
match-draws = draws
match-losses = losses
match-score = score
match-interval = { $rate }  (95 %: { $low } to { $high })
match-elo = Elo
match-no-elo = no finite difference explains this
match-pairs = pairs by points
match-discs = discs
match-per-game = { $number } per game
match-a-as-black = A with Black
match-a-as-white = A with White
match-black-wins = Black wins
match-white-wins = White wins
match-occupation = board at the end
match-shares = Black { $black }, White { $white }, empty { $empty }
match-game-time = mean game time
match-sprt-llr = LLR { $llr } ({ $low }, { $high }): { $said }
match-sprt-undecided = not decided
match-sprt-h0 = A is not { $elo1 } Elo stronger
match-sprt-h1 = A is more than { $elo0 } Elo stronger

# What the players used.
match-mean = time per move
match-median = median
match-p95 = 95 % within
match-slowest = slowest move
match-nodes = nodes per move
match-nodes-per-second = nodes per second
match-live = memory kept after a move
match-peak = peak memory of a move
match-cumulated = memory allocated per move
match-illegal = illegal moves
match-crashes = crashes
match-time-losses = losses on time

# The command form of the student reports.
benchmark-useless = { $option } has no effect: { $player } has no such setting
benchmark-same-game = neither player is random: from the same start they repeat the same game; `othellier match` varies the openings
benchmark-progress = Game { $index }/{ $games }
benchmark-game = Game { $index }: Black { $black }, White { $white }, empty { $empties }; { $winner ->
    [black] Black wins
    [white] White wins
   *[other] draw
}; { $time }
benchmark-result = Result of { $games ->
    [one] { $games } game
   *[other] { $games } games
}
benchmark-black = Black
benchmark-white = White
