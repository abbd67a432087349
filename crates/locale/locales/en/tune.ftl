# othellier tune
tune-not-built = this program was not built for tuning; build it with the feature: cargo run --release --features tune -- tune …
tune-unknown = the champion has no parameter `{ $name }`; `othellier tune --list` lists them
tune-player = --player { $player } is refused; expected the champion without `parameters`
tune-settings = { $count } parameters of { $player }, { $games } games in each of { $iterations } iterations
tune-resumed = resumes after iteration { $number }
tune-interrupted = interrupted; the same command resumes from the file
tune-journal-in-use = another run is writing it
tune-journal-other = it is not the journal of a tuning run of this version; name another file
tune-journal-settings = it was started with another { $setting }; give the same settings, or name another file
tune-journal-line = line { $line } does not belong to this run; name another file
