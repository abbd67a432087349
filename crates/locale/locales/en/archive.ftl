# The archive of games.
archive-no-home = there is no home folder for an archive; name one with --archive FILE
archive-missing = there is no archive { $file }; make one with `othellier archive import`
archive-not-an-archive = { $file } is not an archive of games; it was not changed
archive-version = the archive { $file } is of version { $found }; expected { $expected }
archive-no-player = no player in the archive is called `{ $text }`; the nearest name is { $near }
archive-no-event = no event in the archive is called `{ $text }`; the nearest name is { $near }
archive-no-opening = no opening is called `{ $text }`; the nearest name is { $near }
archive-in-use = another program is writing to the archive { $file }
archive-damaged = game { $game } of the archive { $file } is damaged
archive-unreadable = the archive { $file } cannot be read or written: { $why }
archive-imported = { $read ->
    [one] { $read } game
   *[other] { $read } games
} read in { $seconds } s: { $added } added, { $known } known already, { $refused } refused; { $archive } has { $games }
archive-found = { $found ->
    [one] { $found } game
   *[other] { $found } games
} of { $games }, { $shown } shown
archive-exported = { $written ->
    [one] { $written } game
   *[other] { $written } games
} written, { $refused } refused
archive-explored = { $games ->
    [one] { $games } game
   *[other] { $games } games
}; the side to move won { $wins }, drew { $draws } and lost { $losses }
archive-ended = { $games ->
    [one] { $games } game goes
   *[other] { $games } games go
} no further
archive-column-move = move
archive-column-games = games
archive-column-share = share
archive-column-rate = score
archive-column-discs = discs
archive-column-last = last
archive-column-champion = champion
archive-stats-games = games
archive-stats-players = players
archive-stats-events = events
archive-stats-moves = moves
archive-stats-years = years
archive-stats-black = won by Black
archive-stats-draws = drawn
archive-stats-white = won by White
archive-stats-unknown = without a result
archive-stats-mean = mean score of Black
archive-stats-bytes = bytes
archive-stats-busiest = most games
