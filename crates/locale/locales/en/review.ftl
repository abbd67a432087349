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
review-when-itself = by the move itself
review-when-next = in reply
review-when-later = at move { $number }
review-near-x = the X square
review-near-c = a C square
review-reason-none = no simple feature tells the two lines apart
review-reason-corner-opened = { $square } is { $near } beside the empty corner { $corner }, and the opponent takes that corner { $when }
review-reason-corner-given = the opponent takes the corner { $corner } { $when }, and could not in the better line
review-reason-corner-missed = the better line takes the corner { $corner } { $when }, this one does not
review-reason-wiped-out = all discs are lost { $when }
review-reason-must-pass = it leads to a forced pass { $when }, the better line does not
review-reason-pass-missed = the better line makes the opponent pass { $when }, this one does not
review-reason-wedged = the opponent wedges at { $square } { $when }, between two discs on the edge
review-reason-wedge-missed = the better line wedges at { $square } { $when }, between two of the opponent's discs on the edge
review-reason-mobility = it leaves { $mine ->
    [one] { $mine } move
   *[other] { $mine } moves
} against { $theirs } of the opponent; the better move { $best_mine } against { $best_theirs }
review-reason-safe-moves = at the next turn { $played ->
    [0] no move is safe
    [one] one move is safe
   *[other] { $played } moves are safe
} for the corners, in the better line { $best }
review-reason-mobility-along = over the next { $plies } plies one has { $mine ->
    [one] { $mine } move
   *[other] { $mine } moves
} per turn against { $theirs } of the opponent; in the better line { $best_mine } against { $best_theirs }
review-reason-out-of-safe-moves = { $when } every move gives a corner away; in the better line there is always one that does not
review-reason-last-move = the opponent makes the last move of the game ({ $when }); in the better line it is one's own
review-reason-no-access = after { $plies } { $plies ->
    [one] ply
   *[other] plies
} the opponent alone can play in the region { $squares }; in the better line one can play there too
review-reason-frontier = { $played ->
    [one] { $played } own disc then lies
   *[other] { $played } own discs then lie
} beside empty squares, after the better move { $best }
review-reason-frontier-along = over the next { $plies } plies the balance of discs beside empty squares, one's own less the opponent's, is { $played }; in the better line { $best }
review-reason-parity-lost = the opponent plays last in the region { $squares } { $when }; in the better line that last move is one's own
review-reason-stability = after { $plies } { $plies ->
    [one] ply
   *[other] plies
} the balance of stable discs is { $played }, in the better line { $best }
review-reason-exchange = { $lost ->
    [one] { $lost } disc is
   *[other] { $lost } discs are
} flipped back until the end, in the better line { $best_lost } (the move flips { $turned }, the better one { $best_turned })

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
