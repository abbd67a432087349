# Parts of experiments: timings, speed-ups by threads, opponents.
lab-set-unknown = no grid of { $name } has the key `{ $key }`; { $known ->
    [none] it has none
   *[other] expected one of { $known }
}

lab-timing-hashing = { $positions } positions of { $games ->
    [one] one random game
   *[other] { $games } random games
}, hashed { $passes ->
    [one] once
   *[other] { $passes } times
} in each of { $repetitions ->
    [one] one measurement
   *[other] { $repetitions } measurements
}; each hash ends with its slot in a table of { $slots }. The sum of all slots is compared with one computed by other code, so that nothing that is timed was left out.
lab-timing-perft = All lines of { $depth ->
    [one] one ply
   *[other] { $depth } plies
} from the start position are counted, { $repetitions ->
    [one] once
   *[other] { $repetitions } times
} with each board; the last ply is counted and not played. A count that differs from the others ends the experiment with an error.
lab-timing-alone = The measurements took turns and ran one at a time.
lab-load-none = The machine had no other work meanwhile: other programs used { $cores } cores on average, and { $steal } of the time was stolen by the host.
lab-load-some = The machine had other work meanwhile, which disturbs times: other programs used { $cores } cores on average, and { $steal } of the time was stolen by the host.
lab-load-unknown = Whether the machine had other work meanwhile was not measured.
lab-timing-missing = { $name }: this machine does not have it.
lab-timing-as-long = { $name }: { $times } times as long as { $first }.
lab-timing-as-fast = { $name }: { $times } times as many leaves per second as { $first }.
lab-timing-memory = The discs of a board take { $bitboards } bits as two bitboards, { $mailbox } bits as an array of bytes ({ $mailbox_times } times as much) and { $integers } bits as an array of 32-bit integers ({ $integers_times } times as much).
lab-timing-none = no hash (the board is read)
lab-timing-modulo = modulo
lab-timing-zobrist = Zobrist, by bytes of squares
lab-timing-zobrist-discs = Zobrist, disc by disc
lab-timing-zobrist-moves = Zobrist, incremental (from move to move)
lab-timing-mailbox = mailbox (array of squares)
lab-timing-bitboards = bitboards, plain rules
lab-timing-scalar = bitboards, scalar kernel
lab-timing-avx2 = bitboards, AVX2 kernel
lab-timing-avx512 = bitboards, AVX-512 kernel
lab-timing-axis-hash = time per position (ns)
lab-timing-axis-leaves = leaves per second (millions)
lab-timing-note = { $repetitions ->
    [one] One measurement
   *[other] { $repetitions } measurements
} each; whiskers are 95 % intervals of the mean.
lab-times-interval = { $times } (95 %: { $low } to { $high })

lab-measure-speedup = times as fast
lab-axis-threads = threads
lab-speedup-alone = The searches of this part ran one at a time.
lab-speedup-nodes = What several threads visit depends on which is first: their nodes differ from run to run.
lab-speedup-cores = This machine has { $cores ->
    [one] one core
   *[other] { $cores } cores
} and the experiment asks for up to { $most } threads: threads beyond the cores share them and cannot gain more.
lab-speedup-most = { $name }, { $phase }: with { $by } { $most } it is { $times } times as fast as with { $least }, over { $positions ->
    [one] one position
   *[other] { $positions } positions
}.

lab-engine-outside = `{ $command }` is an outside engine: a process of its own, spoken to by { $protocol }. Its nodes and its memory are not known.
lab-engine-ourselves = `{ $command }` is this program itself, started again as a process of its own and spoken to by { $protocol }: a stand-in, not a program of others. These games show that the protocol works and how the players stand against our own champion; they say nothing about other programs.
lab-engine-choose = To play against another engine: --set engine='gtp(cmd="edax -gtp -l 6")', or nboard(cmd="…").
lab-variety-same = All games begin at the start position; of the { $games } games of a player, { $distinct ->
    [one] none differs from the others
   *[other] { $distinct } are different
}.
lab-variety-range = All games begin at the start position; of the { $games } games of a player, { $least } to { $most } are different.

lab-column-what-timed = what
lab-column-bits = bits of a board
lab-column-each-ns = mean (ns)
lab-column-each-95 = 95 %
lab-column-fastest-ns = fastest (ns)
lab-column-a-second = per second
lab-column-as-long = times as long as the first
lab-column-as-fast = times as fast as the first
