# Experiments: running them.
lab-waiting = { $name } waits for what this version does not have: { $needs }
lab-list-waits = [waits for { $needs }]
lab-unknown = `{ $written }` is no experiment of `othellier lab list` and no file ({ $why }); did you mean `{ $near }`?
lab-begins = { $open ->
    [one] { $open } unit
   *[other] { $open } units
} to do, { $done } done before, { $threads } at a time
lab-interrupted = interrupted; the same command goes on from here
lab-done = { $finished } of { $units ->
    [one] { $units } unit
   *[other] { $units } units
} { $finished ->
    [one] is
   *[other] are
} in { $folder } ({ $seconds } s)
lab-law = { $law }: best { $first_best } → { $best }, mean { $first_mean } → { $mean }, diversity { $diversity }
lab-nodes-per-move = { $nodes ->
    [one] { $nodes } node
   *[other] { $nodes } nodes
} a move
lab-journal-not-one = this is no journal of the laboratory
lab-journal-other = this journal is of another experiment, seed or version; give another --out, or remove it
lab-journal-broken = line { $line } of the journal cannot be read
lab-no-experiment = there is no experiment in { $folder }; expected a folder that `othellier lab run` wrote

# What is measured.
lab-measure-wins = games won
lab-measure-draws = games drawn
lab-measure-losses = games lost
lab-measure-score = score
lab-measure-elo = Elo difference
lab-measure-discs = mean disc difference
lab-measure-first-move = results by colour
lab-measure-occupation = board at the end
lab-measure-game-time = mean game time
lab-measure-time = mean time per move
lab-measure-time-by-move = median search time by move number
lab-measure-nodes = mean nodes
lab-measure-nodes-by-move = mean nodes by move number
lab-measure-peak-memory = peak memory
lab-measure-peak-memory-by-move = peak memory by move number
lab-measure-cumulated-memory = memory asked for in all
lab-measure-live-memory = memory kept after a move
lab-measure-table-hits = look-ups that hit
lab-measure-table-collisions = look-ups that collide
lab-measure-table-fill = table in use
lab-measure-squares = final owner of each square
lab-measure-predictions = winner named (%)
lab-figure-title = { $part }: { $what }
lab-first-move-1 = Black wins
lab-first-move-2 = draws
lab-first-move-3 = White wins
lab-occupation-1 = Black
lab-occupation-2 = White
lab-occupation-3 = empty
lab-squares-unit = games in which the player has the square at the end (%)
lab-weights-unit = value of a disc on the square
lab-axis-move = move number
lab-axis-depth = depth (plies)
lab-axis-kib = size of the table (KiB)
lab-phase-opening = opening
lab-phase-middle = middle
lab-phase-end = end
lab-note-games = { $games ->
    [one] { $games } game
   *[other] { $games } games
} each; whiskers are 95 % intervals.
lab-note-games-plain = { $games ->
    [one] { $games } game
   *[other] { $games } games
} each.
lab-note-bands = { $games ->
    [one] { $games } game
   *[other] { $games } games
} each; bands are 95 % intervals of the mean.
lab-note-middle-half = { $games ->
    [one] { $games } game
   *[other] { $games } games
} each; bands hold the middle half of the times. Mean, 95 % and slowest are in the table by_move.
lab-note-positions = Mean of { $count ->
    [one] { $count } position
   *[other] { $count } positions
} each; bands are 95 % intervals.
lab-note-predictions = { $games ->
    [one] { $games } game
   *[other] { $games } games
}; an evaluation of zero counts half; bands are 95 % intervals; moves that fewer than a quarter of the games reached are left out.
lab-note-wheel = f is an individual's mean final difference of discs; shares are weights over their sum.

# The report.
lab-report-several = Experiments
lab-report-unfinished = This is unfinished: { $done ->
    [one] { $done } unit is
   *[other] { $done } units are
} done, { $open ->
    [one] { $open } is
   *[other] { $open } are
} missing.
lab-report-quick = This was a quick run with fewer games and positions: it shows that all works, not who is stronger.
lab-report-answer = What it says
lab-report-compare = Beside the student report
lab-report-setting = { $games ->
    [one] { $games } game
   *[other] { $games } games
} for each player against { $against }; openings: { $openings }. All players begin from the same openings and meet the same dice.
lab-report-listed = a list
lab-report-one = { $name } scores { $score }.
lab-report-same-games = All players played exactly the same games, move for move: each scores { $score }.
lab-report-same-games-split = All players with the same { $key } played exactly the same games, move for move.
lab-report-apart = { $best } scores most, { $high }, and { $worst } least, { $low }. The intervals lie apart: this is more than chance.
lab-report-not-apart = { $best } scores most, { $high }, and { $worst } least, { $low }. The intervals overlap: these games do not tell them apart.
lab-report-breeding = { $population } individuals of { $genes ->
        [one] { $genes } gene
       *[other] { $genes } genes
    }, { $generations ->
        [one] { $generations } generation
       *[other] { $generations } generations
    }, { $runs ->
        [one] one run
       *[other] { $runs } runs with other dice
    }. They play by { $player }. Fitness: the mean final difference of discs over { $openings ->
        [one] { $openings } opening
       *[other] { $openings } openings
    } of { $plies } random { $plies ->
        [one] ply
       *[other] plies
    }, with both colours, against each control player; new openings every generation. Elite { $elite }. All laws begin with the same individuals and the same openings.
lab-report-renewal = After every { $every ->
        [one] generation
       *[other] { $every } generations
    } { $count ->
        [one] the best individual takes the place of the oldest control player
       *[other] the { $count } best individuals take the places of the oldest control players
    }: the same fitness is worth more afterwards.
lab-report-bred = The fittest individual of a last generation, { $fitness } discs a game with { $law }. As a file it is an evaluator, eval=genome(file=…):
lab-report-costs = What the player's moves cost:
lab-report-savings = { $what }, at { $by } { $last }, all phases: from { $low } ({ $least }) to { $high } ({ $most }), { $times } times as much.
lab-report-again = To measure it again
lab-report-setting-name = setting
lab-report-setting-value = value
lab-report-version = version
lab-report-weights = learned weights
lab-report-seed = seed
lab-report-machine = machine
lab-report-threads = units at once, by run
lab-report-units = units

lab-column-arm = player
lab-column-after = after move { $ply }
lab-column-evaluator = evaluator
lab-column-part = part
lab-column-against = against
lab-column-effective = with all its options
lab-column-games = games
lab-column-result = + = −
lab-column-score = score
lab-column-interval = 95 %
lab-column-elo = Elo
lab-column-discs = discs
lab-column-black = with Black
lab-column-white = with White
lab-column-first = Black's score
lab-column-full = board filled
lab-column-mean = mean
lab-column-median = median
lab-column-p95 = 95 % within
lab-column-slowest = slowest
lab-column-game = game
lab-column-nodes = nodes/move
lab-column-rate = nodes/s
lab-column-live = kept
lab-column-peak = peak
lab-column-cumulated = asked for/game
lab-column-hits = hits
lab-column-collisions = collisions
lab-column-fill = fill
lab-column-law = law
lab-column-runs = runs
lab-column-first-best = best, first generation
lab-column-last-best = best, last
lab-column-first-mean = mean, first
lab-column-last-mean = mean, last
lab-column-first-diversity = diversity, first
lab-column-last-diversity = diversity, last
lab-column-phase = phase
lab-column-positions = positions
lab-column-what = what
lab-column-theirs = the report
lab-column-ours = here
