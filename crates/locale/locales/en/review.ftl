# A reviewed game.
review-no-moves = the game has no moves to review
review-level = level { $level }
review-written = { $file } is written
review-black = Black
review-white = White
review-result = Result: { $score } for Black
review-opening = Opening: { $name } (after { $moves ->
    [one] { $moves } move
   *[other] { $moves } moves
})
review-judge = Analysed by { $means }, level { $level }, in { $seconds } s
review-means-champion = the champion, learned evaluation, in discs
review-means-proof = proofs alone
review-means-textbook = proofs near the end and a textbook search before, whose points are not discs
review-incomplete = Stopped: only the last { $known ->
    [one] of { $all } moves is
   *[other] { $known } of { $all } moves are
} reviewed

review-column-number = #
review-column-side = side
review-column-move = move
review-column-before = before
review-column-after = after
review-column-loss = loss
review-column-mark = mark
review-column-best = better

review-mark-forced = forced
review-mark-best = best
review-mark-good = good
review-mark-inaccuracy = inaccuracy
review-mark-mistake = mistake
review-mark-blunder = blunder

review-accuracy = { $side }: accuracy { $percent } %, { $mean } discs lost per move; { $blunders ->
    [one] { $blunders } blunder
   *[other] { $blunders } blunders
}, { $mistakes ->
    [one] { $mistakes } mistake
   *[other] { $mistakes } mistakes
}, { $inaccuracies ->
    [one] { $inaccuracies } inaccuracy
   *[other] { $inaccuracies } inaccuracies
}
review-no-accuracy = { $side }: there was nothing to choose
review-turning-point = Turning point: { $side }'s move { $number }, { $played }: from { $before } to { $after }{ $trust ->
    [exact] , proven
    [selective] , nearly proven
   *[other] , by estimate
}
review-no-turning-point = Turning point: none
review-verdict = { $number } { $side } { $played }: { $mark }, { $loss ->
    [one] { $loss } disc
   *[other] { $loss } discs
} lost; better { $best }

review-chart-x = move
review-chart-y = score for Black, in discs
review-chart-above = Black ahead
review-chart-below = White ahead
review-page-mistakes = What could have been better
review-page-moves = All moves
review-page-played = Played: { $line }
review-page-best = Better: { $line }

# Why a move was bad. The sentence is about the move that was played.
review-when-itself = right away
review-when-next = at once
review-when-later = at move { $number }
review-near-x = the X square
review-near-c = a C square
review-reason-none = No simple feature tells the two moves apart; the lines show the difference.
review-reason-corner-opened = { $square } is { $near } next to the empty corner { $corner }: { $opponent } takes it { $when }.
review-reason-corner-given = This lets { $opponent } take the corner { $corner } { $when }.
review-reason-corner-missed = { $mover } could have taken the corner { $corner } { $when }.
review-reason-wiped-out = { $mover } loses every disc { $when }.
review-reason-must-pass = { $mover } has to pass { $when }; after the better move there is no need to.
review-reason-pass-missed = { $opponent } could have been made to pass { $when }.
review-reason-wedged = { $opponent } gets in at { $square } { $when }, between two discs on the edge, and stays there.
review-reason-wedge-missed = { $mover } could have got in at { $square } { $when }, between two discs of { $opponent } on the edge.
review-reason-mobility = { $kind ->
    [theirs] This opens { $theirs ->
        [one] { $theirs } move
       *[other] { $theirs } moves
    } for { $opponent } instead of { $best_theirs }.
    [mine] This leaves { $mover } { $mine ->
        [one] { $mine } move
       *[other] { $mine } moves
    } instead of { $best_mine }.
   *[both] This opens { $theirs ->
        [one] { $theirs } move
       *[other] { $theirs } moves
    } for { $opponent } instead of { $best_theirs }, and leaves { $mover } { $mine } instead of { $best_mine }.
}
review-reason-safe-moves = At the next turn { $mover } has { $played ->
    [0] no safe move
    [one] one safe move
   *[other] { $played } safe moves
} instead of { $best }: the others give a corner away.
review-reason-mobility-along = { $kind ->
    [theirs] Over the next { $turns } turns { $opponent } has about { $theirs } moves to choose from instead of { $best_theirs }.
    [mine] Over the next { $turns } turns { $mover } has about { $mine } moves to choose from instead of { $best_mine }.
   *[both] Over the next { $turns } turns { $opponent } has about { $theirs } moves to choose from instead of { $best_theirs }, and { $mover } about { $mine } instead of { $best_mine }.
}
review-reason-out-of-safe-moves = { $mover } runs out of safe moves { $when }: each of them gives a corner away.
review-reason-last-move = { $opponent } makes the last move of the game ({ $when }); { $mover } could have had it.
review-reason-no-access = Soon only { $opponent } can play at { $squares }; after the better move { $mover } can too.
review-reason-frontier = { $played ->
    [one] { $played } disc
   *[other] { $played } discs
} of { $mover } lie beside empty squares instead of { $best }: each of them gives { $opponent } moves.
review-reason-frontier-along = Over the next { $plies } moves more discs of { $mover } lie beside empty squares, compared with those of { $opponent }, than after the better move.
review-reason-parity-lost = { $opponent } makes the last move in the region { $squares } { $when }; { $mover } could have had it.
review-reason-stability = Soon the balance of discs that can never be flipped is { $played } for { $mover } instead of { $best }.
review-reason-exchange = { $lost ->
    [one] { $lost } disc
   *[other] { $lost } discs
} of { $mover } are flipped back before the end instead of { $best_lost }.

# Exercises.
exercise-none = no exercise was found with { $empties ->
    [one] { $empties } empty square
   *[other] { $empties } empty squares
} and { $stars ->
    [one] { $stars } star
   *[other] { $stars } stars
}
exercise-no-mistakes = no mistake was found in this game: there is nothing to learn from it
exercise-title = Exercise { $number }: { $side } to move, { $empties ->
    [one] { $empties } empty square
   *[other] { $empties } empty squares
}, { $stars }
exercise-title-game = Exercise { $number }: move { $ply } of the game, { $side } to move, { $empties ->
    [one] { $empties } empty square
   *[other] { $empties } empty squares
}
exercise-measured = { $moves ->
    [one] { $moves } legal move
   *[other] { $moves } legal moves
}, of which { $good ->
    [one] { $good } is right
   *[other] { $good } are right
}{ $greedy ->
    [yes] ; the move that flips most discs is wrong
   *[other] {""}
}{ $mobility ->
    [yes] ; the move that leaves the fewest replies is wrong
   *[other] {""}
}{ $corner ->
    [yes] ; the corner is wrong
   *[other] {""}
}
exercise-played = In the game { $played } was played, which lost { $loss ->
    [one] { $loss } disc
   *[other] { $loss } discs
}.
exercise-prompt = Your move (or hint, solution, quit):{" "}
exercise-help = Name the best move, such as d3. Or: hint, solution (the best line, and the next exercise), quit.
exercise-not-a-move = `{ $text }` is not a legal move here; expected one of { $moves }
exercise-found = Right: { $answer } is worth { $score }.
exercise-almost = Right, within a disc: { $answer } is worth { $score }, { $best } is worth { $best_score }.
exercise-wrong = { $answer } is worth { $score }: { $loss ->
    [one] { $loss } disc
   *[other] { $loss } discs
} less than the best.
exercise-refutation = A possible continuation: { $line }
exercise-again = Try again.
exercise-solution = Best: { $line } ({ $score })
exercise-hint = The best move is in the { $vertical ->
    [upper] upper
   *[lower] lower
} { $horizontal ->
    [left] left
   *[right] right
} quarter of the board.
exercise-total = { $found } of { $asked } found, { $first } at the first try
exercise-seed = Seed: { $seed }
exercise-grade = { $answer }: { $score }, { $loss ->
    [one] { $loss } disc
   *[other] { $loss } discs
} lost ({ $mark })
