# Un tournoi : ce qui ne va pas.
tournament-too-many = un tournoi de { $players } joueurs ; attendu : { $most } au plus
tournament-too-few = un tournoi demande au moins deux joueurs, et il { $players ->
    [0] n'y en a aucun
   *[other] n'y en a que { $players }
} ; indiquez-les, ou donnez un fichier de joueurs avec --players
tournament-useless = { $setting } ne sert qu'avec la formule { $format }
tournament-runners = avec --runners { $runners } et { $players } joueurs, il ne reste aucun adversaire
setting-bounds = { $setting } ; attendu : { $expected }
tournament-played = les rondes déjà jouées ne sont pas celles de ce tournoi

# Ses réglages.
tournament-settings = Tournoi, othellier { $version }
tournament-format = formule
tournament-games-each = parties par rencontre

# Son résultat.
tournament-standings = Classement après { $games ->
    [one] { $games } partie
   *[other] { $games } parties
}
tournament-points = points
tournament-games = parties
tournament-discs = pions
tournament-brightwell = Brightwell
tournament-elo = Elo
tournament-unrated = – : aucun classement Elo fini n'est possible ; --prior 1 en donne un à chacun
tournament-faults = parties perdues par faute : { $illegal } par un coup illégal, { $crashes } par un plantage, { $late } au temps
