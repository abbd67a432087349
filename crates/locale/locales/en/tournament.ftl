# A tournament: errors.
tournament-too-many = a tournament of { $players } players; expected at most { $most }
tournament-too-few = a tournament needs two players or more, and there { $players ->
    [0] is none
   *[other] is only { $players }
}; name them, or a file of them with --players
tournament-useless = { $option } can only be used with --format { $only }
tournament-runners = { $runners } of { $players } players cannot run a gauntlet: no opponent is left
tournament-unknown-game = the journal has a game that this tournament does not: round { $round }, meeting { $meeting }, game { $game }

# The journal. Each is the second half of a sentence that begins with the file.
tournament-no-journal = it is not the journal of a tournament; name another file
tournament-broken-line = line { $line } is not a game of this tournament, or one that was there before
settings-differ = it was started with another { $name }; give the same settings, or name another file

# Its settings.
tournament-settings = Tournament, othellier { $version }
tournament-format = format
tournament-games-each = games per pairing
tournament-found = games in the journal

# Its result.
tournament-standings = Standings after { $games ->
    [one] { $games } game
   *[other] { $games } games
}
tournament-points = points
tournament-games = games
tournament-discs = discs
tournament-brightwell = Brightwell
tournament-elo = Elo
tournament-unrated = –: no finite rating explains this; --prior 1 gives everyone one
tournament-faults = games lost by a fault: { $illegal } by an illegal move, { $crashes } by a crash, { $late } on time
tournament-resume = interrupted; the same command resumes from the journal
