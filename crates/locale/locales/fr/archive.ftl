# L'archive de parties.
archive-no-home = aucun dossier personnel pour une archive ; indiquez-en une avec --archive FICHIER
archive-missing = l'archive { $file } n'existe pas ; créez-la avec `othellier archive import`
archive-not-an-archive = { $file } n'est pas une archive de parties ; le fichier n'a pas été modifié
archive-version = l'archive { $file } est de version { $found } ; attendu : { $expected }
archive-no-player = aucun joueur de l'archive ne s'appelle `{ $text }` ; le nom le plus proche est { $near }
archive-no-event = aucun tournoi de l'archive ne s'appelle `{ $text }` ; le nom le plus proche est { $near }
archive-no-opening = aucune ouverture ne s'appelle `{ $text }` ; le nom le plus proche est { $near }
archive-in-use = un autre programme écrit dans l'archive { $file }
archive-damaged = la partie { $game } de l'archive { $file } est endommagée
archive-unreadable = impossible de lire ou d'écrire l'archive { $file } : { $why }
archive-imported = { $read ->
    [one] { $read } partie lue
   *[other] { $read } parties lues
} en { $seconds } s : { $added ->
    [one] { $added } ajoutée
   *[other] { $added } ajoutées
}, { $known ->
    [one] { $known } déjà connue
   *[other] { $known } déjà connues
}, { $refused ->
    [one] { $refused } refusée
   *[other] { $refused } refusées
} ; { $archive } en a { $games }
archive-found = { $found ->
    [one] { $found } partie
   *[other] { $found } parties
} sur { $games }, { $shown ->
    [one] { $shown } affichée
   *[other] { $shown } affichées
}
archive-exported = { $written ->
    [one] { $written } partie écrite
   *[other] { $written } parties écrites
}, { $refused ->
    [one] { $refused } refusée
   *[other] { $refused } refusées
}
archive-explored = { $games ->
    [one] { $games } partie
   *[other] { $games } parties
} ; le camp au trait en a gagné { $wins }, annulé { $draws } et perdu { $losses }
archive-ended = { $games ->
    [one] { $games } partie ne va
   *[other] { $games } parties ne vont
} pas plus loin
archive-column-move = coup
archive-column-games = parties
archive-column-share = part
archive-column-rate = score
archive-column-discs = pions
archive-column-last = dernière
archive-column-champion = champion
archive-stats-games = parties
archive-stats-players = joueurs
archive-stats-events = tournois
archive-stats-moves = coups
archive-stats-years = années
archive-stats-black = gagnées par Noir
archive-stats-draws = nulles
archive-stats-white = gagnées par Blanc
archive-stats-unknown = sans résultat
archive-stats-mean = score moyen de Noir
archive-stats-bytes = octets
archive-stats-busiest = le plus de parties
