# Opening books.
book-not-saved = { $file } cannot be written: { $why }
book-needs = { $option } has no effect without { $needed }
book-no-games = there is no game in { $file }
book-no-form = the name { $file } does not imply a format; give it the extension .{ $near }, or use { $option } with one of text, json, obf, lines

book-build-total = { $file }: { $positions ->
    [one] { $positions } position
   *[other] { $positions } positions
} ({ $added } new) at level { $level }, value { $value }, { $ended ->
    [full] complete
    [exhausted] no line left within the band
    [games] all games imported
    [time] the time is up
   *[other] interrupted
} after { $seconds } s

book-not-in-it = the position is not in the book
book-value = value { $value }, reached from { $ways ->
    [1] 1 position
   *[other] { $ways } positions
} of the book
book-judged = (level { $level }, depth { $depth }, { $confidence } %)
book-outside = not in the book { $source }
book-open-position = the best of the other replies has yet to be found

book-learned = { $games ->
    [one] { $games } game
   *[other] { $games } games
} learned, { $added ->
    [one] { $added } position
   *[other] { $added } positions
} added: { $positions } in all
book-better = the best move was worth { $best }

book-merged = { $positions ->
    [one] { $positions } position
   *[other] { $positions } positions
}, { $common } of them in both books; { $judged } had to be searched again
book-imported = { $read ->
    [one] { $read } position
   *[other] { $read } positions
} read, { $added } added: { $positions } in all; { $judged } had to be searched again
book-exported = { $positions ->
    [one] { $positions } position
   *[other] { $positions } positions
} written

book-checked = { $positions ->
    [one] { $positions } position
   *[other] { $positions } positions
}, { $faults ->
    [one] { $faults } fault
   *[other] { $faults } faults
}, { $open } with work left, { $roots } that no line reaches
book-unsound = the book is not valid
book-illegal = { $played } is not legal here
book-overtaken = { $played } should be outside the book and is in it
book-wrong-value = the value is { $written }, the replies give { $found }
book-no-value = it has no value

book-stats = { $positions ->
    [one] { $positions } position
   *[other] { $positions } positions
} in { $bytes } bytes: { $leaves } without a known reply, { $passes } that must pass, { $exact } proven, { $open } with work left
book-stats-start = the start is worth { $value } to Black: { $line }
book-stats-level = level { $level }: { $count ->
    [one] { $count } search
   *[other] { $count } searches
}

# Books in JSON and OBF.
book-line = line { $line }: { $why }
book-line-format = format { $found }; expected { $expected }
book-line-value = `{ $value }` is not a value
book-lines-count = found { $found } positions; expected { $promised }
book-lines-no-count = found { $found } positions; expected no number
book-score-range = a score is out of range
