# What is wrong with shards and weights. Each is the second half of a sentence that begins with the file.
train-no-shards = there is no shard of examples in it
train-shard-foreign = it is not a shard of examples
train-shard-version = it was written by another version of othellier
train-shard-cut-off = its end is missing
train-shard-not-text = where it comes from is not text
train-shard-impossible = a board in it cannot be
train-shard-other = it was made in another way ({ $found }); name another folder
train-weights-foreign = it is not a file of pattern weights
train-weights-version = it has format { $found }, which is not that of this othellier
train-weights-damaged = it is damaged: the checksum is wrong
train-weights-geometry = its weights are for other shapes
train-weights-malformed = its contents make no sense
train-no-examples = there is no example to take a board from
train-validation-all = one in 1 held out leaves nothing to learn from; --validation 0 holds out none

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
train-label-same = the labelled shards need a folder of their own: --to names that of the games
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
train-fit-nothing = there is no example to learn from: the shards are empty, or all their games are held out
train-fit-progress = slope { $slope }, { $left } left
train-fit-validation = Errors on the games that were held out (one in { $one_in }), in discs:
train-fit-validation-net = Errors on the games that were held out (one in { $one_in }), in discs; on the right those of the sum of weights without the net:
train-fit-net-progress = net: pass { $pass } of { $passes }, error { $rmse }, { $left } left
train-fit-total = { $weights } in { $file } ({ $kib } KiB): { $examples ->
    [one] { $examples } example
   *[other] { $examples } examples
}, { $steps ->
    [one] { $steps } step
   *[other] { $steps } steps
}{ $net ->
    [true] , a net of { $passes ->
        [one] { $passes } pass
       *[other] { $passes } passes
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

# Spreads.
train-probcut-midgame = How far a search is from a shallower one (deep ← shallow), in discs, by empty squares:
train-probcut-endgame = How far the final score is from a search (← depth), in discs, by empty squares:
train-probcut-calibration = How often the deeper value is within the margin, in per cent, on boards that were not fitted to (in brackets: how often a cut at the margin is right):
train-probcut-few = { $boards ->
    [one] { $boards } board is
   *[other] { $boards } boards are
} too few for a model; ask for more with --boards
train-ordering-later = { $file } has what was measured; the same command goes on
train-ordering-line = line { $line } is not a position with the costs of its moves
train-ordering-few = { $file } has no position to learn from; measure some boards first
train-ordering-validation = all boards in { $file } are held out; measure more, or hold out none with --validation 0
train-ordering-same = --out names the file of costs, which would be lost; name another
train-ordering-learned = learned from { $positions ->
    [one] { $positions } position
   *[other] { $positions } positions
}, seed { $seed }; nodes until one is ended, in parts of the least there could be:
train-ordering-layer = { $empties ->
    [one] { $empties } empty square
   *[other] { $empties } empty squares
}: { $learned } as learned, { $replies } fewest replies first ({ $positions ->
    [one] { $positions } position
   *[other] { $positions } positions
} held out)
train-probcut-models = The models for { $weights }, fitted to half of { $boards } boards:

# Weights.
train-info-name = name
train-info-checksum = checksum
train-info-size = size
train-info-kib = { $kib } KiB
train-info-patterns = shapes
train-info-anchors = knots
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
} in all: mean error { $mae } discs on games it has not seen, the winner foretold in { $sign }; { $seconds } s
train-demo-result = `{ $a }` against `{ $b }`: { $counts }, { $rate } of the points, { $elo }, { $discs } discs a game
train-demo-total = { $seconds } s in all, seed { $seed }
