# Livres d'ouvertures.
book-not-saved = { $file } ne peut être écrit : { $why }
book-needs = { $option } ne sert à rien sans { $needed }
book-no-games = il n'y a pas de partie dans { $file }
book-no-form = le nom { $file } ne dit pas de forme ; donnez-lui l'extension .{ $near }, ou { $option } avec text, json, obf ou lines

book-build-total = { $file } : { $positions ->
    [one] { $positions } position
   *[other] { $positions } positions
} ({ $added ->
    [one] { $added } nouvelle
   *[other] { $added } nouvelles
}) au niveau { $level }, valeur { $value }, { $ended ->
    [full] complet
    [exhausted] plus de ligne dans la marge
    [games] toutes les parties reprises
    [time] temps écoulé
   *[other] interrompu
} après { $seconds } s

book-not-in-it = la position n'est pas dans le livre
book-value = valeur { $value }, atteinte depuis { $ways ->
    [one] { $ways } position
   *[other] { $ways } positions
} du livre
book-judged = (niveau { $level }, profondeur { $depth }, { $confidence } %)
book-outside = hors du livre { $source }
book-open-position = la meilleure des autres réponses reste à trouver

book-learned = { $games ->
    [one] { $games } partie apprise
   *[other] { $games } parties apprises
}, { $added ->
    [one] { $added } position ajoutée
   *[other] { $added } positions ajoutées
} : { $positions } en tout
book-better = le meilleur valait { $best }

book-merged = { $positions ->
    [one] { $positions } position
   *[other] { $positions } positions
}, dont { $common } dans les deux livres ; { $judged ->
    [one] { $judged } a dû être rejugée
   *[other] { $judged } ont dû être rejugées
}
book-imported = { $read ->
    [one] { $read } position lue
   *[other] { $read } positions lues
}, { $added ->
    [one] { $added } ajoutée
   *[other] { $added } ajoutées
} : { $positions } en tout ; { $judged ->
    [one] { $judged } a dû être rejugée
   *[other] { $judged } ont dû être rejugées
}
book-exported = { $positions ->
    [one] { $positions } position écrite
   *[other] { $positions } positions écrites
}

book-checked = { $positions ->
    [one] { $positions } position
   *[other] { $positions } positions
}, { $faults ->
    [one] { $faults } faute
   *[other] { $faults } fautes
}, { $open ->
    [one] { $open } inachevée
   *[other] { $open } inachevées
}, { $roots } où aucune ligne ne mène
book-unsound = le livre n'est pas sain
book-illegal = { $played } n'est pas légal ici
book-overtaken = { $played } devrait être hors du livre et s'y trouve
book-wrong-value = la valeur est { $written }, les réponses donnent { $found }
book-worthless = rien ne lui donne de valeur

book-stats = { $positions ->
    [one] { $positions } position
   *[other] { $positions } positions
} en { $bytes } octets : { $leaves } sans réponse connue, { $passes } où il faut passer, { $exact ->
    [one] { $exact } prouvée
   *[other] { $exact } prouvées
}, { $open ->
    [one] { $open } inachevée
   *[other] { $open } inachevées
}
book-stats-start = le début vaut { $value } pour Noir : { $line }
book-stats-level = niveau { $level } : { $count ->
    [one] { $count } recherche
   *[other] { $count } recherches
}
