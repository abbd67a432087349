# othellier tune
tune-number-syntax = `{ $text }` is not a number to tune; expected NAME=START:MIN..MAX, such as corners=10:0..50
tune-number-twice = `{ $name }` is tuned twice
tune-number-unused = `{ $player }` does not mention {"{"}{ $name }{"}"}
tune-unknown = the champion has no parameter `{ $name }`; `othellier tune --list` lists them
tune-player = `{ $player }` has no parameters to tune; expected the champion without `parameters`
