# Bibliothèques d'ouvertures.
book-not-saved = impossible d'écrire { $file } : { $why }
book-needs = { $option } est sans effet sans { $needed }
book-no-games = il n'y a pas de partie dans { $file }
book-no-form = le nom { $file } n'indique aucun format ; donnez-lui l'extension .{ $near }, ou utilisez { $option } avec text, json, obf ou lines

book-build-total = { $file } : { $positions ->
    [one] { $positions } position
   *[other] { $positions } positions
} ({ $added ->
    [one] { $added } nouvelle
   *[other] { $added } nouvelles
}) au niveau { $level }, valeur { $value }, { $ended ->
    [full] complète
    [exhausted] plus de ligne dans la marge
    [games] toutes les parties importées
    [time] temps écoulé
   *[other] interrompue
} après { $seconds } s

book-not-in-it = la position n'est pas dans la bibliothèque
book-value = valeur { $value }, atteinte depuis { $ways ->
    [one] { $ways } position
   *[other] { $ways } positions
} de la bibliothèque
book-judged = (niveau { $level }, profondeur { $depth }, { $confidence } %)
book-outside = hors de la bibliothèque { $source }
book-open-position = la meilleure des autres réponses reste à trouver

book-learned = { $games ->
    [one] { $games } partie apprise
   *[other] { $games } parties apprises
}, { $added ->
    [one] { $added } position ajoutée
   *[other] { $added } positions ajoutées
} : { $positions } en tout
book-better = le meilleur coup valait { $best }

book-merged = { $positions ->
    [one] { $positions } position
   *[other] { $positions } positions
}, dont { $common } dans les deux bibliothèques ; { $judged ->
    [one] { $judged } a dû être réévaluée
   *[other] { $judged } ont dû être réévaluées
}
book-imported = { $read ->
    [one] { $read } position lue
   *[other] { $read } positions lues
}, { $added ->
    [one] { $added } ajoutée
   *[other] { $added } ajoutées
} : { $positions } en tout ; { $judged ->
    [one] { $judged } a dû être réévaluée
   *[other] { $judged } ont dû être réévaluées
}
book-exported = { $positions ->
    [one] { $positions } position écrite
   *[other] { $positions } positions écrites
}

book-checked = { $positions ->
    [one] { $positions } position
   *[other] { $positions } positions
}, { $faults ->
    [one] { $faults } erreur
   *[other] { $faults } erreurs
}, { $open ->
    [one] { $open } inachevée
   *[other] { $open } inachevées
}, { $roots } qu'aucune ligne n'atteint
book-unsound = la bibliothèque n'est pas valide
book-illegal = { $played } n'est pas légal ici
book-overtaken = { $played } devrait être hors de la bibliothèque et s'y trouve
book-wrong-value = la valeur est { $written }, les réponses donnent { $found }
book-no-value = elle n'a pas de valeur

book-stats = { $positions ->
    [one] { $positions } position
   *[other] { $positions } positions
} en { $bytes } octets : { $leaves } sans réponse connue, { $passes } où il faut passer, { $exact ->
    [one] { $exact } prouvée
   *[other] { $exact } prouvées
}, { $open ->
    [one] { $open } inachevée
   *[other] { $open } inachevées
}
book-stats-start = la position initiale vaut { $value } pour Noir : { $line }
book-stats-level = niveau { $level } : { $count ->
    [one] { $count } recherche
   *[other] { $count } recherches
}

# Livres en JSON et en OBF.
book-line = ligne { $line } : { $why }
book-line-format = format { $found } ; attendu : { $expected }
book-line-value = `{ $value }` n'est pas une valeur
book-lines-count = positions trouvées : { $found } ; attendu : { $promised }
book-lines-no-count = positions trouvées : { $found } ; leur nombre n'est pas annoncé
book-score-range = un score est hors limites
