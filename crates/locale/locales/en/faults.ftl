# What is wrong with games and positions: the browser says it too.
expected-within = a number from { $low } to { $high }

# Why there is no game.
fault-unreadable = cannot be read: { $why }
fault-format = this is not a { $format } file
fault-cut = the game has no end
fault-long = the game is longer than any legal game
fault-no-game = `{ $text }` is not part of a game
fault-other-game = a game of `{ $game }`, not of Othello
fault-size = a board of size `{ $size }`; expected 4, 6, 8 or 10
fault-start = the start is not a valid position: { $why }
fault-set-up = discs are set up after move { $after }
fault-not-a-move = move { $number }, `{ $text }`, is not a move
fault-illegal = move { $number }, `{ $text }`, is not legal
fault-after-end = move { $number }, `{ $text }`, comes after the end of the game
fault-pass = move { $number } is a pass, but there is a move to play
fault-score = a score of { $found }; expected 0 to { $most }
fault-missing = the file should hold { $promised ->
    [one] { $promised } game
   *[other] { $promised } games
} and holds { $found }
fault-names = the file should hold { $promised ->
    [one] { $promised } name
   *[other] { $promised } names
} and holds { $found }
fault-extra = { $bytes ->
    [one] { $bytes } byte follows
   *[other] { $bytes } bytes follow
} the last game

# What is doubtful in a game.
doubt-score = the recorded score is { $said }, the moves lead to { $shown }
doubt-color = move { $number } is given to the wrong side
doubt-pass = a pass comes after the end of the game
doubt-variations = { $count ->
    [1] a variation of the game is
   *[other] { $count } variations of the game are
} not kept; --variations reads them as separate games
doubt-value = { $name } is `{ $text }`, which is not a valid value
doubt-name = name { $number } is not in the list of { $known }

# Why a game cannot be written.
unsupported-start = the format holds only games from the standard start position
unsupported-size = the format has no boards of { $side }×{ $side } squares
unsupported-other-size = a game on { $side }×{ $side } in a file of games on { $expected }×{ $expected }
unsupported-names = the file has no room for more names

# Why a text is no position
position-unknown = `{ $text }` is not a position; expected startpos, a board of X, O and - with the side to move, or moves such as f5d6
position-size = the position is of { $found }×{ $found } squares; expected { $side }×{ $side }
position-letter = unexpected `{ $letter }` at offset { $offset } of the position; expected X, O or - for each square, then X or O to move
position-short = the position has { $read ->
    [one] { $read } square
   *[other] { $read } squares
}; expected { $cells }
position-side = the position does not say who moves; expected X or O after the squares
