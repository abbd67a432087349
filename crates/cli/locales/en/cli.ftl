# Errors of the command line. Each is one sentence without a full stop.
error-unknown-command = there is no command `{ $written }`; the nearest is `{ $near }`
error-unknown-option = there is no option `{ $written }` here; the nearest is `{ $near }`
error-unexpected-argument = `{ $written }` is one argument too many
error-missing-value = { $argument } needs a value
error-invalid-value = `{ $written }` is not a value of { $argument }; expected one of { $valid }; the nearest is `{ $near }`
error-bad-value = `{ $written }` is not a value of { $argument }: { $why }
error-missing-argument = { $argument } is missing
error-whole-number = expected a whole number
error-given-twice = { $argument } is given twice
error-conflict = { $first } cannot be used with { $second }
error-unknown-name = there is no { $kind } `{ $written }`; expected one of { $known }; the nearest is `{ $near }`
error-unknown-key = { $owner } has no option `{ $written }`; { $count ->
    [0] it takes none
   *[other] expected one of { $known }
}
error-bad-key = `{ $written }` is not a value of { $key } of { $owner }; expected { $expected }

version-kernel = kernel    { $kernel }
version-weights = weights   none yet

moves-over = no move: the game is over
moves-line = { $played }  turns { $count }: { $turned }

perft-no-kernel = this machine cannot run the kernel { $kernel }; `othellier version` names the one it chose
perft-kernel-only-8 = --kernel is for 8×8 boards alone; leave it out for other sizes
perft-result = depth { $depth }: { $nodes } leaves in { $seconds } s, { $rate } M/s ({ $kernel }, { $threads ->
    [1] 1 thread
   *[other] { $threads } threads
})
