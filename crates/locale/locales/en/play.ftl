# During a game.
play-name-person = Player
play-name-numbered = Player { $number }
play-seed = Seed: { $seed }
play-untrusted = the saved game seats { $player }, which starts a program or reads a file; name that player on the command line if you trust it
play-replaced = { $color ->
    [black] Black
   *[other] White
} is { $player }; the saved game has { $saved }
play-no-terminal = the screen needs a terminal; use --plain, or face = "plain"

# Errors of the configuration file, after its name.
config-line = line { $line }: { $why }
config-syntax = this is not { $language }: `{ $written }`
config-repeated = the key appears twice: `{ $written }`
config-given-twice = `{ $first }` and `{ $second }` mean the same; keep one of them
config-unknown-key = there is no key `{ $key }`; expected one of { $known }; the nearest is `{ $near }`
config-wrong-kind = the value of { $key } is of the wrong kind; expected { $expected }
config-key-black = { $key } (black)
config-key-white = { $key } (white)
config-needs-mode = { $key } has no effect without mode, which names the players
config-needs-table = mode { $mode } of { $color ->
    [black] Black
   *[other] White
} evaluates by a table of square values; expected 1 or 2 for it in h_table
config-unused = { $file }: mode { $mode } of { $color ->
    [black] Black
   *[other] White
} does not use { $keys }
expected-text = a text, in quotes where in doubt
expected-switch = true or false
expected-pair = two values, Black's and White's, such as [1, 2]
expected-section = keys with their values
expected-clock = a time such as 5m, 5m+2s or 5m/30s
expected-player = a player such as human or champion(level=4)

# Who plays, asked on a terminal.
ask-who = Who plays? Enter takes the answer in brackets.
ask-kind = { $color ->
    [black] Black (X)
   *[other] White (O)
}: 1 a person, 2 a program [{ $default }]
ask-kind-again = Type 1, 2, or a player of `othellier players`.
ask-strength = Strength [{ $default }]
ask-strength-again = Type a number from 1 to { $last }, one of the words, or a player of `othellier players`.
ask-strength-beginner = beginner
ask-strength-casual = casual player
ask-strength-club = club player
ask-strength-strong = strong player
ask-strength-master = master
ask-strength-superhuman = superhuman
ask-name = Name [{ $default }]

play-prompt = { $name } ({ $letter }) to move
play-prompt-over = The game is over (back, restart, new, save, quit)
play-possible = { $count ->
    [0] No possible move
    [1] 1 possible move: { $moves }
   *[other] { $count } possible moves: { $moves }
}
play-length = Length: { $length }
play-black-discs = Black discs: { $count }
play-white-discs = White discs: { $count }
play-difference = Difference: { $difference }
play-clock = Time left for { $name }: { $left }

play-plays = { $name } plays { $square }.
play-passes = { $name } has no move and passes.
play-resigned = { $name } resigns.
play-out-of-time = The time of { $name } is up.
play-won = { $name } ({ $letter }) wins by { $score }.
play-draw = The game is a draw.
play-final = Black { $black }, White { $white }, empty { $empties }; { $moves ->
    [one] { $moves } move
   *[other] { $moves } moves
} in { $seconds } s.
play-statistics = Statistics of the game
play-statistics-by-move = By move
play-statistics-moves = moves
play-statistics-move = move
play-statistics-time = time
play-statistics-nodes = nodes
play-statistics-reused = reused
play-statistics-flipped = flipped
play-statistics-discs = discs
play-statistics-pass = pass
play-statistics-played = { $letter } { $played }
play-restarted = The start of the game: `forward` goes through it again, a new move replaces it.
play-new-game = A new game; `variations` lists the old one.
play-saved = Saved in { $file }.
play-not-saved = Not saved: { $file } cannot be written: { $why }
play-loaded = Loaded { $file }.
play-not-loaded = Not loaded: { $why }. The game continues.
play-swapped = Sides swapped: { $black } is Black (X), { $white } is White (O).
play-flips = { $square } flips { $count }: { $turned }
play-paused = { $name } waits so as not to overwrite the moves ahead: `continue` lets it play, `forward` goes ahead.
play-waits = { $name } waits: `continue` lets it play.
play-pausing = Programs wait; `continue` lets them play.
play-branched = The old continuation is kept: `variations { $number }` returns to it.
play-no-variation = Nothing was left: a move in the past or a new game makes a variation.
play-crashed = { $name } crashed; you play its moves now.
play-program-illegal = { $name } wanted to play { $played }, which is not legal; `continue` asks it again.
play-program-failed = { $name } gave no move: { $why }; `continue` asks it again.

# Wrong input: the error, and the possible moves.
play-illegal = { $square } is not legal here; possible: { $possible }
play-taken = { $square } is taken; possible: { $possible }
play-no-pass = A pass is only for a side without a move; possible: { $possible }
play-is-over = The game is over: `back` takes moves back, `new` starts another.
play-not-your-turn = It is not a person's turn.
play-no-program-waits = No program waits.
play-at-start = This is the start already.
play-at-end = This is the last move already.
play-no-such-move = There is no move { $wanted }; expected 0 to { $last }
play-no-such-variation = There is no variation { $wanted }; `variations` lists them.
play-unknown-command = `{ $written }` is neither a square nor a command; the nearest command is `{ $near }`, and `help` lists them all
play-not-a-square = `{ $written }` is not a square; the squares are a1 to { $last }
play-no-argument = `{ $command }` takes no argument
play-needs-file = `{ $command }` needs the name of a file
play-needs-number = `{ $command }` needs a number

play-help-square = Type a square such as d3 to play there, or a command:
play-help-file = FILE
play-help-a-square = SQUARE
play-help-help = this list
play-help-back = back to your previous turn
play-help-forward = forward again
play-help-goto = go to the position after N moves
play-help-restart = go to the start; a new move there replaces the game
play-help-new = start a new game; the old one is kept
play-help-save = save the game
play-help-load = load a saved game, with its players and clocks
play-help-swap = exchange the two players
play-help-flips = show what a move would flip
play-help-statistics = show what the game cost
play-help-transcript = show the moves played
play-help-variations = list the lines that were left, or return to one
play-help-pause = let programs wait
play-help-continue = let a waiting program play
play-help-resign = resign
play-help-quit = leave

# The full screen.
screen-welcome = Play with the arrows and Enter, by a click, or by typing a square: d3.
screen-too-small = Terminal too small: { $columns } columns and { $lines } lines are needed.
screen-moves = Moves
screen-thinking = thinking…
screen-thinks = { $name } ({ $letter }) is thinking…
screen-over = The game is over
screen-answer = Answer
screen-help = Help
screen-close = any key closes
screen-next-page = any key: next page
screen-key-help = F1 help
screen-key-play = Enter play
screen-key-next = Tab next move
screen-key-back = PgUp/PgDn back, forward
screen-key-leave = Ctrl-D leave
screen-help-cursor-keys = Arrows, Tab
screen-help-cursor = move the cursor, go to the next legal square
screen-help-play-keys = Enter, Space
screen-help-play = play at the cursor
screen-help-go-keys = PgUp, PgDn
screen-help-go = back, forward; Home, End: first, last position
screen-help-line-keys = Esc, Backspace
screen-help-line = clear the line, the last letter
screen-help-mouse-keys = Mouse
screen-help-mouse = click a square or a move; the wheel goes back, forward
screen-help-leave-keys = Ctrl-D, Ctrl-C
screen-help-leave = leave
