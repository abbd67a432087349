# Un tournoi : ce qui ne va pas.
tournament-too-many = un tournoi de { $players } joueurs ; attendu : { $most } au plus
tournament-too-few = un tournoi demande au moins deux joueurs, et il { $players ->
    [0] n'y en a aucun
   *[other] n'y en a que { $players }
} ; indiquez-les, ou donnez un fichier de joueurs avec --players
tournament-useless = { $option } ne sert qu'avec --format { $only }
tournament-runners = avec --runners { $runners } et { $players } joueurs, il ne reste aucun adversaire
tournament-unknown-game = le journal a une partie que ce tournoi n'a pas : ronde { $round }, rencontre { $meeting }, partie { $game }

# Le journal. Chacune est la seconde moitié d'une phrase qui commence par le fichier.
tournament-no-journal = ce n'est pas le journal d'un tournoi ; indiquez un autre fichier
tournament-broken-line = la ligne { $line } n'est pas une partie de ce tournoi, ou l'est une seconde fois
settings-differ = il a été commencé avec un autre réglage de { $name } ; donnez les mêmes réglages, ou indiquez un autre fichier

# Ses réglages.
tournament-settings = Tournoi, othellier { $version }
tournament-format = formule
tournament-games-each = parties par rencontre
tournament-found = parties dans le journal

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
tournament-resume = interrompu ; la même commande reprend à partir du journal
