# Ce qui ne va pas avec les lots et les poids. Chacune est la fin d'une phrase qui commence par le fichier.
train-no-shards = il ne contient aucun lot d'exemples
train-shard-foreign = ce n'est pas un lot d'exemples
train-shard-version = il vient d'une autre version d'othellier
train-shard-cut-off = il lui manque la fin
train-shard-not-text = sa provenance n'est pas un texte
train-shard-impossible = il contient un plateau impossible
train-shard-other = il a été fait autrement ({ $found }) ; nommez un autre dossier
train-weights-foreign = ce n'est pas un fichier de poids de motifs
train-weights-version = il est au format { $found }, qui n'est pas celui de cet othellier
train-weights-damaged = il est abîmé : la somme de contrôle est fausse
train-weights-geometry = ses poids sont ceux d'autres motifs
train-weights-malformed = son contenu n'a pas de sens
train-no-examples = il n'y a aucun exemple d'où prendre un plateau
train-validation-all = en mettre de côté un sur 1 ne laisse rien dont apprendre ; --validation 0 ne met rien de côté

# Le jeu contre soi-même.
train-selfplay-progress = { $games } parties/s, { $examples } exemples/s, encore { $left }
train-selfplay-total = { $shards ->
    [one] { $shards } lot
   *[other] { $shards } lots
}{ $older ->
    [0] {""}
   *[other] {" "}(dont { $older } d'avant)
} ; { $games ->
    [one] { $games } partie
   *[other] { $games } parties
} et { $examples ->
    [one] { $examples } exemple
   *[other] { $examples } exemples
} en { $seconds } s ; poids { $weights }, graine { $seed }

# Les étiquettes.
train-label-same = les lots étiquetés veulent un dossier à eux : --to nomme celui des parties
train-label-progress = { $rate } exemples/s, encore { $left }
train-label-total = { $shards ->
    [one] { $shards } lot
   *[other] { $shards } lots
}{ $older ->
    [0] {""}
   *[other] {" "}(dont { $older } d'avant)
} ; { $labelled ->
    [one] { $labelled } exemple étiqueté
   *[other] { $labelled } exemples étiquetés
} en { $seconds } s ; poids { $weights }

# L'ajustement.
train-fit-nothing = il n'y a aucun exemple dont apprendre : les lots sont vides, ou toutes leurs parties sont mises de côté
train-fit-progress = pente { $slope }, encore { $left }
train-fit-validation = Erreurs sur les parties mises de côté (une sur { $one_in }), en pions :
train-fit-validation-net = Erreurs sur les parties mises de côté (une sur { $one_in }), en pions ; à droite celles de la somme des poids sans le réseau :
train-fit-net-progress = réseau : passage { $pass } sur { $passes }, erreur { $rmse }, encore { $left }
train-fit-total = { $weights } dans { $file } ({ $kib } Kio) : { $examples ->
    [one] { $examples } exemple
   *[other] { $examples } exemples
}, { $steps } pas{ $net ->
    [true] , un réseau de { $passes ->
        [one] { $passes } passage
       *[other] { $passes } passages
    }
   *[other] {""}
}, { $seconds } s
train-left = encore { $left }

# Les contrôles.
train-check-nothing = il n'y a aucun plateau avec un score
train-check-line = la ligne { $line } n'est pas un plateau, un trait et un score
train-check-title = { $evaluation }, erreurs en pions :
train-check-skipped = { $count ->
    [one] { $count } problème sans score a été passé
   *[other] { $count } problèmes sans score ont été passés
}
train-all = total
train-empties = vides
train-count = plateaux
train-bias = biais
train-mae = EAM
train-rmse = REQM
train-sign = gagnant
train-best = meilleur
train-loss = perte

# Les écarts.
train-probcut-midgame = L'écart entre une recherche et une moins profonde (profonde ← courte), en pions, par cases vides :
train-probcut-endgame = L'écart entre le score final et une recherche (← profondeur), en pions, par cases vides :
train-probcut-calibration = Combien de fois la valeur profonde est dans la marge, en pour cent, sur des plateaux étrangers à l'ajustement (entre parenthèses : combien de fois une coupe à la marge est juste) :
train-probcut-few = { $boards ->
    [one] { $boards } plateau est
   *[other] { $boards } plateaux sont
} trop peu pour un modèle ; demandez-en plus avec --boards
train-ordering-later = { $file } contient ce qui a été mesuré ; la même commande continue
train-ordering-line = la ligne { $line } n'est pas une position avec le coût de ses coups
train-ordering-few = { $file } ne contient aucune position dont apprendre ; mesurez d'abord des plateaux
train-ordering-validation = tous les plateaux de { $file } sont mis de côté ; mesurez-en d'autres, ou ne mettez rien de côté avec --validation 0
train-ordering-same = --out nomme le fichier des coûts, qui serait perdu ; nommez-en un autre
train-ordering-learned = appris de { $positions ->
    [one] { $positions } position
   *[other] { $positions } positions
}, graine { $seed } ; nœuds jusqu'à la coupure, rapportés au minimum possible :
train-ordering-layer = { $empties ->
    [one] { $empties } case vide
   *[other] { $empties } cases vides
} : { $learned } selon l'ordre appris, { $replies } les répliques les moins nombreuses d'abord ({ $positions ->
    [one] { $positions } position
   *[other] { $positions } positions
} à part)
train-probcut-models = Les modèles pour { $weights }, ajustés à la moitié de { $boards } plateaux :

# Les poids.
train-info-name = nom
train-info-checksum = somme de contrôle
train-info-size = taille
train-info-kib = { $kib } Kio
train-info-patterns = motifs
train-info-anchors = nœuds
train-info-weights = poids
train-info-nonzero = non nuls

# La démonstration.
train-demo-plays = « { $name } » joue contre soi-même
train-demo-learns = « { $name } » apprend
train-demo-match = « { $a } » contre « { $b } »
train-demo-generation = « { $name } » a appris de { $games ->
    [one] { $games } partie
   *[other] { $games } parties
} de plus, de « { $teacher } », { $examples ->
    [one] { $examples } exemple
   *[other] { $examples } exemples
} en tout : erreur moyenne { $mae ->
    [one] { $mae } pion
   *[other] { $mae } pions
} sur des parties jamais vues, gagnant prévu à { $sign } ; { $seconds } s
train-demo-result = « { $a } » contre « { $b } » : { $counts }, { $rate } des points, { $elo }, { $discs } pions par partie
train-demo-total = { $seconds } s en tout, graine { $seed }
