# Errors of the command line. Each is one sentence without a full stop.
error-unknown-command = there is no command `{ $written }`; the nearest is `{ $near }`
error-unknown-option = there is no option `{ $written }` here; the nearest is `{ $near }`
error-unexpected-argument = unexpected argument `{ $written }`
error-missing-value = { $argument } needs a value
error-invalid-value = `{ $written }` is not a value of { $argument }; expected one of { $valid }; the nearest is `{ $near }`
error-bad-value = `{ $written }` is not a value of { $argument }; expected { $expected }
error-unreadable-value = `{ $written }` is not a value of { $argument }: { $why }
error-not-text = an argument is not valid UTF-8; only file names may contain other bytes
error-missing-argument = { $argument } is missing
error-given-twice = { $argument } is given twice
error-conflict = { $first } cannot be used with { $second }
error-unknown-name = there is no { $kind } `{ $written }`; expected one of { $known }; the nearest is `{ $near }`
error-unknown-key = { $owner } has no option `{ $written }`; { $count ->
    [0] it takes none
   *[other] expected one of { $known }; the nearest is `{ $near }`
}
error-bad-key = `{ $written }` is not a value of { $key } of { $owner }; expected { $expected }
error-missing-key = { $owner } needs { $key }: { $about }
error-refused = { $owner }: { $why }
error-no-kernel = this machine cannot run the kernel { $kernel }; `othellier version` names the one it chose

# Second half of a sentence that begins with the file.
file-in-use = another run is writing it
file-too-large = the file is too large; expected at most { $most } bytes
file-named-pipe = it is a named pipe; expected a file
file-not-text = line { $line } is not text; expected UTF-8

# Why a player gave no move, after its name.
player-no-move = it has no move
player-stopped = it was stopped
player-resigned = it resigns
player-out-of-time = no answer after { $time }
player-illegal = it played { $played }, which is not legal
player-crashed = it crashed: { $words }
engine-not-started = `{ $program }` cannot be started: { $why }
engine-bad-command = cmd `{ $cmd }` cannot be read: { $why }
engine-ended = the engine ended ({ $status })
engine-ended-saying = the engine ended ({ $status }): { $words }
engine-stdin-blocked = the engine does not read its input
engine-long-line = the engine wrote a line of more than { $most } bytes
engine-unexpected-output = the engine wrote { $lines } lines, none of them an answer to `{ $asked }`
engine-no-move = the engine answered `{ $answered }` to `{ $asked }`; expected a square or `pass`
engine-refused = the engine refused `{ $asked }`: { $why }

gtp-no-person = a human cannot be an engine; name a program

version-commit = commit    { $commit }
version-no-commit = commit    unknown: not built from a repository
version-kernel = kernel    { $kernel }
version-weights = weights   { $name } ({ $checksum })
version-signature = signature { $signature }

evaluate-probabilities = win { $win } %, draw { $draw } %, loss { $loss } %

moves-over = no move: the game is over
moves-line = { $played }  flips { $count }: { $flipped }

perft-kernel-only-8 = this kernel supports only 8×8; omit --kernel for other sizes, or use mailbox
perft-too-deep = no game from here has { $depth } plies; expected at most { $most }
perft-result = depth { $depth }: { $nodes ->
    [one] { $nodes } leaf
   *[other] { $nodes } leaves
} in { $seconds } s, { $rate } M/s ({ $kernel }, { $bits } bits a board, { $threads ->
    [one] { $threads } thread
   *[other] { $threads } threads
})

bench-part = { $name ->
    [endgames] endgames
    [midgame] midgame
   *[other] { $name }
}: { $positions } positions, { $nodes } nodes in { $seconds } s
bench-total = signature { $signature }, { $rate } M nodes/s ({ $kernel }, 1 thread)
bench-threads = { $threads ->
    [one] { $threads } thread
   *[other] { $threads } threads
}
bench-threads-proofs = { $positions } proofs of 20 to 24 empties ({ $kernel }, table of { $table } MiB)
bench-threads-midgame = { $positions } midgame searches of 30 to 36 empties, depth { $depth } at 73 % ({ $kernel }, table of { $table } MiB)
bench-threads-column-threads = threads
bench-threads-column-nodes = nodes
bench-threads-column-seconds = seconds
bench-threads-column-rate = M nodes/s
bench-threads-column-speedup = speed-up
bench-threads-column-mean = geometric mean
bench-threads-column-ratio = nodes ×

search-no-person = a human has no search; name a program
search-no-search = this player has no search to show
search-no-tree = this player has no tree to draw; use a textbook search such as alphabeta(depth=2)
search-tree-too-deep = a tree can be drawn to depth { $most } at most
search-drawn = Tree drawn in { $file }.
search-not-drawn = { $file } cannot be written: { $why }
search-depth = depth
search-score = score
search-trust = trust
search-nodes = nodes
search-seconds = time
search-line = best line
search-exact = exact
search-estimate = estimate
search-seed = seed { $seed }
search-best = best move { $played }
search-cost = { $nodes ->
    [one] { $nodes } node
   *[other] { $nodes } nodes
} in { $seconds } s, { $rate } nodes/s, { $memory } bytes at most
search-table-short = table: { $probes ->
    [one] { $probes } probe
   *[other] { $probes } probes
}, { $hits ->
    [one] { $hits } hit
   *[other] { $hits } hits
}
search-table = table: { $probes ->
    [one] { $probes } probe
   *[other] { $probes } probes
}, { $hits ->
    [one] { $hits } hit
   *[other] { $hits } hits
}, { $collisions ->
    [one] { $collisions } collision
   *[other] { $collisions } collisions
}, { $filled } of { $slots } slots filled
search-tree-maximises = the side to move at the root, who maximises
search-tree-minimises = the opponent, who minimises
search-tree-leaf = leaf: static evaluation
search-tree-best-line = best line
search-tree-cut = pruned: cannot change the value
search-tree-window = alpha and beta: the window at entry
search-tree-finished = the game is over
search-tree-truncated = the tree was larger than this picture

serve-ready = The page is at { $url }
serve-data = Games are kept in { $folder }; Ctrl-C stops
serve-open-to-others = Other machines on the network can reach it: anyone with the link of a game can play it
docs-unknown-page = there is no page `{ $written }`; the nearest name is `{ $near }`, and `othellier docs` lists all
docs-written = { $count } files written to { $folder }; open index.html there
site-no-module = it is not a WebAssembly module; `bindings/wasm/build` makes one
docs-no-rustdoc = it has no API documentation (othellier/index.html); `cargo doc --workspace --no-deps` writes it to target/doc

serve-grid-away = The grid gives no answer yet and is asked again later: { $why }
serve-goodbye = Goodbye
serve-no-page = there is no page (index.html) in it
serve-no-folder = there is no folder for the user's data; name one with --data
serve-no-browser = No browser could be opened; go to { $url }
serve-address = cannot listen on { $address }: { $why }; another --port may be free
serve-folder = { $folder } cannot be used: { $why }
serve-games = the games cannot be kept in { $file }: { $why }
serve-locked = { $folder } is used by another server ({ $holder }); stop it, or name another folder with --data
serve-no-password = it has no password in its first line
serve-start = the server cannot start: { $why }

# What an option expects, after "expected"
expected-from = a number from { $low } on
expected-one-of = one of { $words }
expected-whole = a whole number
expected-smaller = a smaller number
expected-share = a number from 0 to 1
expected-discs = a number of discs from 0 to 64
expected-positive = a number above 0, at most 1000000
expected-rate = a number above 0, at most 1
expected-even = an even number such as 2
expected-side = 4, 6, 8 or 10
expected-host = a host name such as board.example, or an IP address
expected-network = an address, or a network such as 10.0.0.0/8
expected-bytes = a size such as 256MiB
expected-time = a time such as 500ms, 2s or 1m30s
expected-lease = a time from 500ms on, such as 30s
expected-genes = two whole numbers, the smaller first, such as -20,20
expected-elos = two numbers within 3000, the smaller first, such as 0,10
expected-years = a year, or two such as 1990-1999
expected-numbers = numbers and ranges such as 40-44,47
expected-law = power:4, exp:20 or another number above 0
expected-participant = a name before the equals sign, such as new=pvs(depth=4)

# othellier bot
bot-link = `{ $link }` is not the link of a room; expected one such as http://192.168.1.20:8088/r/K7QM-2XPA or https://othello.example/r/K7QM-2XPA
bot-quotes = a word of the engine's command has both kinds of quotes
bot-failed = cannot play in { $room }: { $why }
bot-size = the engine plays on no board of size { $size }
bot-hello = { $name } is in room { $room }; Ctrl-C stops
bot-game = A game against { $opponent }, with { $color }
bot-won = Won against { $opponent }, with { $color }
bot-lost = Lost against { $opponent }, with { $color }
bot-draw = A draw against { $opponent }, with { $color }
bot-black = Black
bot-white = White
bot-engine = The engine gave no move and resigns: { $why }
bot-refused = The server refused the move: { $why }
bot-away = The connection broke ({ $why }); trying again
bot-goodbye = The server closed the connection; trying again
