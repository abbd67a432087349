# Problems: sources and errors.
solve-stdin = standard input
solve-nothing = there is nothing to solve; name a problem file, a --position, or pipe problems in
solve-file-refused = { $file }: { $why }
solve-empty = there is no position in it
solve-only-none = --only { $wanted } finds no problem; those of { $file } have the numbers { $first } to { $last }
solve-size = positions of 8×8, 6×6 and 4×4 can be solved, not of { $size }×{ $size }
solve-no-room = there is not enough memory for a table of { $mebibytes } MiB

# The journal. Each is the second half of a sentence that begins with the file.
solve-journal-not-one = it is not a journal of solved positions; name another file
solve-journal-version = it was written by another version of othellier; name another file
solve-journal-goal = it is the journal of another goal (--outcome or exact scores); name another file
solve-journal-broken = line { $line } is not the result of a position
solve-journal-other = line { $line } is about a position that is not in these problems; name another file

# The table of results.
solve-id = no.
solve-empties = empties
solve-score = score
solve-move = move
solve-nodes = nodes
solve-time = time
solve-speed = M/s
solve-ok = ok
solve-wrong = WRONG, expected { $expected }
solve-line = best line: { $line }
solve-in-progress = no. { $id }, { $empties ->
    [one] { $empties } empty
   *[other] { $empties } empties
}
solve-known-so-far = { $so_far }, score from { $least } to { $most }
solve-total = { $positions ->
    [one] { $positions } position
   *[other] { $positions } positions
}{ $journalled ->
    [0] {""}
   *[other] {" "}({ $journalled } from the journal)
}, { $wrong } wrong, { $nodes ->
    [one] { $nodes } node
   *[other] { $nodes } nodes
} in { $seconds } s, { $rate } M nodes/s
solve-failed = { $wrong } of { $positions ->
    [one] { $positions } score
   *[other] { $positions } scores
} { $wrong ->
    [one] differs
   *[other] differ
} from what the file says

# Accuracy.
accuracy-person = a human cannot be measured; name a program
accuracy-skipped = { $count ->
    [1] 1 position is skipped: it has no choice of moves with known scores
   *[other] { $count } positions are skipped: they have no choice of moves with known scores
}
accuracy-skipped-over = { $count ->
    [1] 1 position is skipped: there is no move to choose
   *[other] { $count } positions are skipped: there is no move to choose
}
accuracy-nothing = no position of { $file } has a choice of moves with known scores; `--prove 100` solves for the missing ones
accuracy-nothing-to-choose = no position of { $file } has a move to choose
accuracy-no-move = no. { $id }: { $why }
accuracy-best = best
accuracy-loss = loss
accuracy-error = error
accuracy-total = { $player }, { $positions ->
    [1] 1 position
   *[other] { $positions } positions
}
accuracy-best-rate = best move
accuracy-within-3-rate = at most 3 discs lost
accuracy-mean-loss = mean loss
accuracy-mean-error = mean error of the score
accuracy-bias = bias of the score
accuracy-between = (95 %: { $low } to { $high })
accuracy-each = each position
accuracy-each-is = { $nodes ->
    [one] { $nodes } node
   *[other] { $nodes } nodes
} in { $wall }
accuracy-each-is-cpu = { $nodes ->
    [one] { $nodes } node
   *[other] { $nodes } nodes
} in { $wall } (CPU time { $cpu })
accuracy-discs = { $number ->
    [one] { $number } disc
   *[other] { $number } discs
}
accuracy-cost = cost
accuracy-cost-is = { $nodes ->
    [one] { $nodes } node
   *[other] { $nodes } nodes
} in { $seconds } s
accuracy-proved = solved here
accuracy-proved-is = { $positions ->
    [1] 1 position
   *[other] { $positions } positions
}
accuracy-seed = seed

# Generated endgames. The first three are the second half of a sentence that begins with the file.
endgames-not-one = it is not a file of generated endgames; name another file
endgames-others = its endgames have another number of empties, another seed, other games or other scores; name another file
endgames-line = line { $line } is not the endgame that belongs there; name another file
endgames-no-more = only { $positions ->
    [one] { $positions } position was
   *[other] { $positions } different positions were
} found
endgames-total = { $positions ->
    [one] { $positions } position
   *[other] { $positions } positions
} of { $empties ->
    [one] { $empties } empty
   *[other] { $empties } empties
}{ $found ->
    [0] {""}
    [one] {" "}({ $found } was in the file)
   *[other] {" "}({ $found } were in the file)
}, seed { $seed }, { $nodes ->
    [one] { $nodes } node
   *[other] { $nodes } nodes
} in { $seconds } s

# Generated openings. The first three are the second half of a sentence that begins with the file.
openings-not-one = it is not a list of generated openings; name another file
openings-others = its openings have other plies, another depth or another bound; name another file
openings-line = line { $line } is not an opening; name another file
openings-total = { $kept ->
    [one] { $kept } opening
   *[other] { $kept } openings
} kept of { $looked_at } searched, { $openings } in all, { $seconds } s
