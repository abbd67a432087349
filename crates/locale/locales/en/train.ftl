# Errors of shards and weights. Each is the second half of a sentence that begins with the file.
train-no-shards = there is no shard of examples in it
train-shard-foreign = it is not a shard of examples
train-shard-version = it was written by another version of othellier
train-shard-cut-off = its end is missing
train-shard-not-text = its provenance is not valid text
train-shard-impossible = it contains an impossible board
train-shard-other = it was made with other settings ({ $found }); name another folder
train-weights-foreign = it is not a file of pattern weights
train-weights-version = it has format { $found }, which this version of othellier does not read
train-weights-damaged = it is damaged: the checksum is wrong
train-weights-geometry = its weights are for another pattern geometry
train-weights-malformed = its contents are invalid
train-no-examples = there is no example to take a board from
train-validation-all = a validation set of one in 1 leaves nothing to learn from; --validation 0 uses none

# Self-play.
train-selfplay-progress = { $games } games/s, { $examples } examples/s, { $left } left
train-selfplay-total = { $shards ->
    [one] { $shards } shard
   *[other] { $shards } shards
}{ $older ->
    [0] {""}
   *[other] {" "}({ $older } from before)
}; { $games ->
    [one] { $games } game
   *[other] { $games } games
} and { $examples ->
    [one] { $examples } example
   *[other] { $examples } examples
} in { $seconds } s; weights { $weights }, seed { $seed }

# Labels.
train-label-same = the labelled shards need their own folder: --to names the folder of the games
train-label-progress = { $rate } examples/s, { $left } left
train-label-total = { $shards ->
    [one] { $shards } shard
   *[other] { $shards } shards
}{ $older ->
    [0] {""}
   *[other] {" "}({ $older } from before)
}; { $labelled ->
    [one] { $labelled } example
   *[other] { $labelled } examples
} labelled in { $seconds } s; weights { $weights }

# Fitting.
train-fit-nothing = there is no example to learn from: the shards are empty, or all their games are in the validation set
train-fit-progress = gradient { $slope }, { $left } left
train-fit-validation = Errors on the validation set (one game in { $one_in }), in discs:
train-fit-validation-net = Errors on the validation set (one game in { $one_in }), in discs; on the right those of the sum of weights without the net:
train-fit-net-progress = net: epoch { $pass } of { $passes }, error { $rmse }, { $left } left
train-fit-total = { $weights } in { $file } ({ $kib } KiB): { $examples ->
    [one] { $examples } example
   *[other] { $examples } examples
}, { $steps ->
    [one] { $steps } step
   *[other] { $steps } steps
}{ $net ->
    [true] , a net of { $passes ->
        [one] { $passes } epoch
       *[other] { $passes } epochs
    }
   *[other] {""}
}, { $seconds } s
train-left = { $left } left

# Checks.
train-check-nothing = there is no board with a score
train-check-line = line { $line } is not a board, a side to move and a score
train-check-title = { $evaluation }, errors in discs:
train-check-skipped = { $count ->
    [1] 1 problem without a score was skipped
   *[other] { $count } problems without a score were skipped
}
train-all = all
train-empties = empties
train-count = boards
train-bias = bias
train-mae = MAE
train-rmse = RMSE
train-sign = winner
train-best = best move
train-loss = loss

# ProbCut models and learned move ordering.
train-probcut-midgame = Difference between a search and a shallower one (deep ← shallow), in discs, by empty squares:
train-probcut-endgame = Difference between the final score and a search (← depth), in discs, by empty squares:
train-probcut-calibration = How often the deeper value is within the ProbCut margin, in percent, on boards outside the fit (in brackets: how often a cut at the margin is correct):
train-probcut-few = { $boards ->
    [one] { $boards } board is
   *[other] { $boards } boards are
} too few for a model; ask for more with --boards
train-ordering-later = { $file } has the measurements; the same command resumes
train-ordering-line = line { $line } is not a position with the costs of its moves
train-ordering-not-one = it is not a file of costs
train-ordering-few = { $file } has no position to learn from; measure some boards first
train-ordering-validation = all boards in { $file } are in the validation set; measure more, or use no validation set with --validation 0
train-ordering-same = --out names the file of costs, which would be overwritten; name another
train-ordering-learned = learned from { $positions ->
    [one] { $positions } position
   *[other] { $positions } positions
}, seed { $seed }; nodes until the cutoff, relative to the minimum:
train-ordering-layer = { $empties ->
    [one] { $empties } empty square
   *[other] { $empties } empty squares
}: { $learned } with the learned ordering, { $replies } with fewest replies first ({ $positions ->
    [one] { $positions } position
   *[other] { $positions } positions
} of the validation set)
train-probcut-models = The models for { $weights }, fitted to half of { $boards } boards:

# Weights.
train-info-name = name
train-info-checksum = checksum
train-info-size = size
train-info-kib = { $kib } KiB
train-info-patterns = patterns
train-info-anchors = stage anchors
train-info-weights = weights
train-info-nonzero = not zero

# The demonstration.
train-demo-plays = `{ $name }` plays against itself
train-demo-learns = `{ $name }` learns
train-demo-match = `{ $a }` against `{ $b }`
train-demo-generation = `{ $name }` has learned from { $games } more { $games ->
    [one] game
   *[other] games
}, of `{ $teacher }`, { $examples ->
    [one] { $examples } example
   *[other] { $examples } examples
} in all: mean error { $mae } discs on the validation set, the winner predicted in { $sign }; { $seconds } s
train-demo-result = `{ $a }` against `{ $b }`: { $counts }, { $rate } of the points, { $elo }, { $discs } discs per game
train-demo-total = { $seconds } s in all, seed { $seed }
