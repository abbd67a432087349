# Files of games. A location starts a sentence that continues with what is wrong there.
games-line = line { $line }
games-offset = offset { $offset }
games-number = game { $number }
games-empty-folder = there is no file of games in it
games-lost = not kept: { $what } ({ $games ->
    [one] { $games } game
   *[other] { $games } games
})

convert-no-format = the name { $file } does not imply a format; use --to with one of { $formats }
convert-nothing = there is no game to write; { $file } is left as it was
convert-strict = not everything was kept
convert-doubtful = { $games ->
    [one] { $games } game is
   *[other] { $games } games are
} doubtful; `othellier check` explains why
convert-total = { $read ->
    [one] { $read } game
   *[other] { $read } games
} read, { $written } written, { $refused } refused in { $seconds } s ({ $rate } games/s)

check-counts = { $read ->
    [one] { $read } game
   *[other] { $read } games
} read, { $refused } refused, { $doubtful } doubtful
check-refused = { $file }: { $refused ->
    [one] one game is refused
   *[other] { $refused } games are refused
}
check-strict = { $file }: not everything is valid
check-theory = { $proven ->
    [one] { $proven } score
   *[other] { $proven } scores
} of perfect play proven, { $wrong } recorded differently (seed { $seed })
check-theory-differs = { $file }: game { $game }: perfect play from { $empties ->
    [one] { $empties } empty
   *[other] { $empties } empties
} is recorded as { $said }, but gives { $proven }
check-theory-wrong = some scores of perfect play are recorded differently

# What a format cannot hold.
part-names = the players' names
part-long-names = the end of long names, or letters that the format lacks
part-event = the tournament
part-place = the location
part-round = the round
part-date = the date, or all of it but the year
part-ratings = the ratings
part-players = who played: persons or programs
part-clocks = the clocks
part-score = the score, which the moves do not show
part-ending = how the game was resigned
part-theoretical = the score of perfect play
part-times = the times of the moves
part-evaluations = the evaluations of the moves
part-nodes = the nodes that programs searched
part-comments = comments
part-variations = variations, which --variations reads as separate games
part-undone = moves that were undone
part-last-pass = a pass at the end
part-tags = properties of another format
part-brackets = closing brackets in texts, written as parentheses
part-no-result = that there is no result: the disc count on the board is written instead
part-no-theoretical = that the score of perfect play is not known: 0 is written instead

# Diagrams.
diagram-no-picture = the name { $file } does not imply an image format; expected .svg or .png
games-no-game = there is no game { $number } in { $file }; it has { $games }
games-refused = { $file }: { $count ->
    [1] 1 game is
   *[other] { $count } games are
} not imported; `othellier check` explains why
diagram-no-move = there is no move { $number }; expected 0 to { $last }
diagram-order = --from { $from } comes after --to { $to }
diagram-drawn = { $file } shows { $what }
diagram-position = a position
diagram-moves = moves { $first } to { $last }
diagram-title-position = Position: { $discs }
diagram-title-game = { $black } – { $white }
