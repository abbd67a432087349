# Experiments: running them.
lab-waiting = { $name } needs what is missing here: { $needs }
lab-list-waits = [needs { $needs }]
lab-unknown = `{ $written }` is neither an experiment of `othellier lab list` nor a file ({ $why }); did you mean `{ $near }`?
lab-begins = { $open ->
    [one] { $open } unit
   *[other] { $open } units
} to do, { $done } done before, { $threads } at a time
lab-interrupted = interrupted; the same command resumes from here
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
lab-journal-not-one = this is not a journal of an experiment
lab-journal-other = this journal is of another experiment, seed or version; give another --out, or remove it
lab-journal-version = the journal was written by another version of othellier; give another --out, or remove it
lab-journal-broken = line { $line } of the journal cannot be read
lab-caption = Figure { $number }: { $title }
lab-pdf-missing = the fonts of the PDF do not have these characters, which it shows as �: { $letters }
lab-no-experiment = there is no experiment in { $folder }; expected a folder that `othellier lab run` wrote

# Whose results they are.
lab-arm-against = { $player } against { $opponent }

# The pages of a documentation.
lab-pages-unfinished = { $name } is not finished; `othellier lab run { $name }` resumes it
lab-pages-no-end = the summary has no end; expected a line { $end }

# What is measured.
lab-measure-wins = games won
lab-measure-draws = games drawn
lab-measure-losses = games lost
lab-measure-score = score
lab-measure-elo = Elo difference
lab-measure-discs = mean disc difference
lab-measure-first-move = results by player and colour
lab-measure-last-move = results by the last move
lab-measure-occupation = board at the end
lab-measure-game-time = mean game time
lab-measure-time = mean time per move
lab-measure-time-by-move = mean search time by move number
lab-measure-median-time-by-move = median search time by move number
lab-measure-nodes = mean nodes
lab-measure-nodes-by-move = mean nodes by move number
lab-measure-peak-memory = peak memory
lab-measure-peak-memory-by-move = peak memory by move number
lab-measure-cumulated-memory = total memory allocated
lab-measure-live-memory = memory kept after a move
lab-measure-table-hits = look-ups that hit
lab-measure-table-collisions = look-ups that collide
lab-measure-table-fill = table in use
lab-measure-squares = final owner of each square
lab-measure-predictions = winner named (%)
lab-figure-title = { $part }: { $what }
lab-first-move-color-1 = Black wins
lab-first-move-color-2 = draws
lab-first-move-color-3 = White wins
lab-first-move-player-1 = the player wins
lab-first-move-player-2 = draws
lab-first-move-player-3 = the player loses
lab-occupation-color-1 = Black
lab-occupation-color-2 = White
lab-occupation-color-3 = empty
lab-occupation-player-1 = the player's discs
lab-occupation-player-2 = the opponent's discs
lab-occupation-player-3 = empty
lab-as-black = { $player } as Black
lab-as-white = { $player } as White
lab-color-black = Black
lab-color-white = White
lab-against = against { $opponent }
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
} each{ $against }; whiskers are 95 % intervals.
lab-note-games-plain = { $games ->
    [one] { $games } game
   *[other] { $games } games
} each{ $against }.
lab-note-bands = { $games ->
    [one] { $games } game
   *[other] { $games } games
} each{ $against }; bands are 95 % intervals of the mean.
lab-note-middle-half = { $games ->
    [one] { $games } game
   *[other] { $games } games
} each{ $against }; bands hold the middle half of the times. Mean, 95 % and slowest are in the table by_move.
lab-note-positions = Mean of { $count ->
    [one] { $count } position
   *[other] { $count } positions
} each; bands are 95 % intervals.
lab-note-positions-mean = Mean of { $count ->
    [one] { $count } position
   *[other] { $count } positions
} each.
lab-note-once = Each search was timed once: from one run to the next such times differ a good deal.
lab-note-predictions = { $games ->
    [one] { $games } game
   *[other] { $games } games
}; an evaluation of zero counts half; bands are 95 % intervals; passes are not counted as moves; games that are over are left out, and moves that fewer than a quarter of the games reached.
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
lab-report-quick = This was a quick run with fewer games and positions than the experiment has: its intervals are wide, and the whole run may say something else.
lab-report-answer = What it says
lab-report-other-settings = The conclusion in the file was drawn from other settings and is not shown.
lab-report-compare = Beside the student report
lab-report-setting = { $games ->
    [one] { $games } game
   *[other] { $games } games
} for each player against { $against }; openings: { $openings }. All players begin from the same openings, and their opponents draw the same random numbers.
lab-report-listed = a list
lab-report-and = { $rest } and { $last }
lab-report-score = { $rate } (95 %: { $low } to { $high })
lab-report-score-with = { $score } with { $value }
lab-report-meeting = { $score } against { $opponent }
lab-report-meetings = { $name } scores { $scores }.
lab-report-stronger = { $name } is stronger than { $opponents }: the interval lies above 50 %.
lab-report-weaker = { $name } is weaker than { $opponents }: the interval lies below 50 %.
lab-report-even = These games do not tell { $name } and { $opponents } apart: the interval contains 50 %.
lab-report-same-games = All players played exactly the same games, move for move: each scores { $score } against { $opponent }.
lab-report-same-games-split = All players with the same { $key } played exactly the same games, move for move. Against { $opponent } they score { $scores }.
lab-report-equal = { $names } { $count ->
    [2] both score
   *[other] all score
} { $score } against { $opponent }.
lab-report-apart = Against { $opponent }, { $best } { $bests ->
    [one] scores most, { $high },
   *[other] score most, { $high } each,
} and { $worst } { $worsts ->
    [one] scores least, { $low }.
   *[other] score least, { $low } each.
} The intervals do not overlap: this is more than chance.
lab-report-not-apart = Against { $opponent }, { $best } { $bests ->
    [one] scores most, { $high },
   *[other] score most, { $high } each,
} and { $worst } { $worsts ->
    [one] scores least, { $low }.
   *[other] score least, { $low } each.
} The intervals overlap: these games do not tell them apart.
lab-report-breeding = { $population } individuals of { $genes ->
        [one] { $genes } gene
       *[other] { $genes } genes
    }, { $generations ->
        [one] { $generations } generation
       *[other] { $generations } generations
    }, { $runs ->
        [one] one run
       *[other] { $runs } runs with other random numbers
    }. They play by { $player }. Fitness: the mean final difference of discs { $plies ->
        [0] from the start position, with both colours, against each control player; every generation begins from it.
       *[other] over { $openings ->
            [one] { $openings } opening
           *[other] { $openings } openings
        } of { $plies } random { $plies ->
            [one] ply
           *[other] plies
        }, with both colours, against each control player; new openings every generation.
    } Elite { $elite }. All laws begin with the same individuals and the same openings.
lab-report-renewal = After every { $every ->
        [one] generation
       *[other] { $every } generations
    } { $count ->
        [one] the best individual takes the place of the oldest control player
       *[other] the { $count } best individuals take the places of the oldest control players
    }: the same fitness is worth more afterwards.
lab-report-bred = The fittest individual of a last generation, { $fitness } discs a game with { $law }. As a file it is an evaluator, eval=genome(file=…):
lab-report-costs = What the player's moves cost:
lab-report-savings = { $what } at { $place }: { $least } { $count ->
    [one] needs
   *[other] need
} { $saved } less than { $most } ({ $low } against { $high }).
lab-report-savings-none = { $what } at { $place }: { $low } for all.
lab-report-savings-noise = { $what } at { $place }: from { $low } to { $high }; differences this small are within the noise of the clock.
lab-report-savings-range = { $what } at { $place }: from { $low } with { $least } to { $high } with { $most }.
lab-report-times-once = Every search was timed once: the times are shown, but not compared.
lab-report-guesses = After move { $ply }, { $best } names the winner most often, { $high }, and { $worst } least often, { $low }.
lab-report-as-black = { $name } as Black wins { $wins }, draws { $draws } and loses { $losses } of the games against { $opponent } as White.
lab-report-last-move = By the colour that made the last move:
lab-report-by-color = By player and colour; the last shares are the squares at the end, as means over the games:
lab-report-rise = from { $first } to { $last } with { $law }
lab-report-risen = From the first generation to the last, the fitness of the best individual, in discs a game, goes { $rises }.
lab-report-wheels = The fittest individual gets { $shares }.
lab-report-theirs = The report “{ $source }”{ $place }: { $said }
lab-report-again = To measure it again
lab-report-setting-name = setting
lab-report-setting-value = value
lab-report-version = version
lab-report-weights = learned weights
lab-report-seed = seed
lab-report-fingerprint = fingerprint of the settings
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
lab-column-color = colour
lab-column-last-move = last move
lab-column-share = share of the games
lab-column-wins = wins
lab-column-draws = draws
lab-column-losses = losses
lab-column-player-discs = its discs
lab-column-opponent-discs = opponent's discs
lab-column-empty = empty
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
lab-column-cumulated = allocated/game
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
lab-column-experiment = experiment
lab-column-what = what
lab-column-theirs = the report
lab-column-ours = here
