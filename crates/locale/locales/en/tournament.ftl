# A tournament: errors.
tournament-too-many = a tournament of { $players } players; expected at most { $most }
tournament-too-few = a tournament needs two players or more, and there { $players ->
    [0] is none
   *[other] is only { $players }
}; name them, or a file of them with --players
tournament-useless = { $setting } can only be used with the format { $format }
tournament-runners = { $runners } of { $players } players cannot run a gauntlet: no opponent is left
setting-bounds = { $setting }: expected { $expected }
tournament-played = the rounds that were played are not those of this tournament

# Its settings.
tournament-settings = Tournament, othellier { $version }
tournament-format = format
tournament-games-each = games per pairing

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
