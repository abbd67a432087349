# At the board.
play-name-person = Player
play-name-numbered = Player { $number }
play-seed = Seed: { $seed }
play-no-terminal = the screen needs a terminal; use --plain, or face = "plain"
config-refused = { $file }: { $why }

play-prompt = { $name } ({ $letter }) to move
play-prompt-over = The game is over (back, restart, save, quit)
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
play-restarted = Back at the start; the old game is kept until a move is made.
play-saved = Saved in { $file }.
play-not-saved = Not saved: { $why }.
play-loaded = Loaded { $file }.
play-not-loaded = Not loaded: { $why }. The game goes on.
play-swapped = Sides swapped: { $black } is Black (X), { $white } is White (O).
play-flips = { $square } turns { $count }: { $turned }
play-paused = { $name } waits so as not to overwrite the moves ahead: `continue` lets it play, `forward` goes ahead.
play-broke-down = { $name } broke down; its moves are yours now.
play-program-illegal = { $name } wanted to play { $played }, which is not legal; `continue` asks it again.
play-program-failed = { $name } gave no move: { $why }; `continue` asks it again.

# Wrong input: what was wrong, what is possible.
play-illegal = { $square } is not legal here; possible: { $possible }
play-taken = { $square } is taken; possible: { $possible }
play-no-pass = A pass is only for a side without a move; possible: { $possible }
play-is-over = The game is over: `back` takes moves back, `restart` begins again.
play-not-your-turn = It is not a person's turn.
play-nobody-waits = No program waits.
play-at-start = This is the start already.
play-at-end = This is the last move already.
play-no-such-move = There is no move { $wanted }; expected 0 to { $last }
play-unknown-command = `{ $written }` is neither a square nor a command; the nearest command is `{ $near }`, and `help` lists them all
play-not-a-square = `{ $written }` is not a square; the squares are a1 to { $last }
play-no-argument = `{ $command }` stands alone
play-needs-file = `{ $command }` needs the name of a file
play-needs-number = `{ $command }` needs the number of a move

play-help-square = Type a square such as d3 to play there, or a command:
play-help-file = FILE
play-help-a-square = SQUARE
play-help-help = this list
play-help-back = back to your previous turn
play-help-forward = forward again
play-help-goto = go to the position after N moves
play-help-restart = go to the start
play-help-save = save the game
play-help-load = load a saved game
play-help-swap = exchange the two players
play-help-flips = show what a move, or each move, would turn
play-help-transcript = show the moves played
play-help-continue = let a waiting program play
play-help-resign = give up
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
