# othellier tune
tune-not-built = this program was not built to tune the champion's parameters; build it with the feature: cargo run --release --features tune -- tune …
tune-settings = { $count } numbers of { $player }, { $games } games in each of { $iterations } iterations
tune-resumed = resumes after iteration { $number }
tune-interrupted = interrupted; the same command resumes from the file
tune-journal-other = it is not the journal of a tuning run of this version; name another file
tune-journal-settings = it was started with another { $name }; give the same settings, or name another file
tune-journal-line = line { $line } does not belong to this run; name another file
tune-number-syntax = `{ $text }` is not a number to tune; expected NAME=START:MIN..MAX, such as corners=10:0..50
tune-number-twice = `{ $name }` is tuned twice
tune-number-unused = `{ $player }` does not mention {"{"}{ $name }{"}"}
tune-unknown = the champion has no parameter `{ $name }`; `othellier tune --list` lists them
tune-player = `{ $player }` has no parameters to tune; expected the champion without `parameters`
