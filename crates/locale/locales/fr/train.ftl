# Ce qui ne va pas avec les lots et les poids. Chacune est la fin d'une phrase qui commence par le fichier.
train-no-shards = il ne contient aucun lot d'exemples
train-shard-foreign = ce n'est pas un lot d'exemples
train-shard-version = il vient d'une autre version d'othellier
train-shard-cut-off = la fin du fichier manque
train-shard-not-text = sa provenance n'est pas un texte valide
train-shard-impossible = il contient un plateau impossible
train-shard-other = il a été produit avec d'autres réglages ({ $found }) ; indiquez un autre dossier
train-weights-foreign = ce n'est pas un fichier de poids de motifs
train-weights-version = il est au format { $found }, que cette version d'othellier ne lit pas
train-weights-damaged = il est endommagé : la somme de contrôle est fausse
train-weights-geometry = ses poids correspondent à une autre géométrie de motifs
train-weights-malformed = son contenu est invalide
train-no-examples = il n'y a aucun exemple d'où tirer un plateau
train-validation-all = un ensemble de validation d'une partie sur 1 ne laisse rien pour l'apprentissage ; --validation 0 n'en prend aucun

# Le jeu contre soi-même.
train-selfplay-progress = { $games } parties/s, { $examples } exemples/s, encore { $left }
train-selfplay-total = { $shards ->
    [one] { $shards } lot
   *[other] { $shards } lots
}{ $older ->
    [0] {""}
   *[other] {" "}(dont { $older } d'avant)
} ; { $games ->
    [one] { $games } partie
   *[other] { $games } parties
} et { $examples ->
    [one] { $examples } exemple
   *[other] { $examples } exemples
} en { $seconds } s ; poids { $weights }, graine { $seed }

# Les étiquettes.
train-label-same = les lots étiquetés ont besoin de leur propre dossier : --to désigne celui des parties
train-label-progress = { $rate } exemples/s, encore { $left }
train-label-total = { $shards ->
    [one] { $shards } lot
   *[other] { $shards } lots
}{ $older ->
    [0] {""}
   *[other] {" "}(dont { $older } d'avant)
} ; { $labelled ->
    [one] { $labelled } exemple étiqueté
   *[other] { $labelled } exemples étiquetés
} en { $seconds } s ; poids { $weights }

# L'ajustement.
train-fit-nothing = il n'y a aucun exemple pour l'apprentissage : les lots sont vides, ou toutes leurs parties sont dans l'ensemble de validation
train-fit-progress = gradient { $slope }, encore { $left }
train-fit-validation = Erreurs sur l'ensemble de validation (une partie sur { $one_in }), en pions :
train-fit-validation-net = Erreurs sur l'ensemble de validation (une partie sur { $one_in }), en pions ; à droite celles de la somme des poids sans le réseau :
train-fit-net-progress = réseau : époque { $pass } sur { $passes }, erreur { $rmse }, encore { $left }
train-fit-total = { $weights } dans { $file } ({ $kib } Kio) : { $examples ->
    [one] { $examples } exemple
   *[other] { $examples } exemples
}, { $steps } pas{ $net ->
    [true] , un réseau de { $passes ->
        [one] { $passes } époque
       *[other] { $passes } époques
    }
   *[other] {""}
}, { $seconds } s
train-left = encore { $left }

# Les contrôles.
train-check-nothing = il n'y a aucun plateau avec un score
train-check-line = la ligne { $line } n'est pas un plateau, un trait et un score
train-check-title = { $evaluation }, erreurs en pions :
train-check-skipped = { $count ->
    [one] { $count } problème sans score a été ignoré
   *[other] { $count } problèmes sans score ont été ignorés
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
train-probcut-midgame = Écart entre une recherche et une autre moins profonde (profonde ← courte), en pions, par nombre de cases vides :
train-probcut-endgame = Écart entre le score final et une recherche (← profondeur), en pions, par nombre de cases vides :
train-probcut-calibration = Fréquence à laquelle la valeur profonde est dans la marge de ProbCut, en pour cent, sur des plateaux hors ajustement (entre parenthèses : fréquence à laquelle une coupure à la marge est juste) :
train-probcut-few = { $boards ->
    [one] { $boards } plateau est
   *[other] { $boards } plateaux sont
} trop peu pour un modèle ; demandez-en plus avec --boards
train-ordering-later = { $file } contient les mesures ; la même commande reprend
train-ordering-line = la ligne { $line } n'est pas une position avec le coût de ses coups
train-ordering-not-one = ce n'est pas un fichier de coûts
train-ordering-few = { $file } ne contient aucune position pour l'apprentissage ; mesurez d'abord des plateaux
train-ordering-validation = tous les plateaux de { $file } sont dans l'ensemble de validation ; mesurez-en d'autres, ou supprimez cet ensemble avec --validation 0
train-ordering-same = --out désigne le fichier des coûts, qui serait écrasé ; indiquez-en un autre
train-ordering-learned = appris de { $positions ->
    [one] { $positions } position
   *[other] { $positions } positions
}, graine { $seed } ; nœuds jusqu'à la coupure, rapportés au minimum possible :
train-ordering-layer = { $empties ->
    [one] { $empties } case vide
   *[other] { $empties } cases vides
} : { $learned } avec l'ordre appris, { $replies } avec le moins de réponses d'abord ({ $positions ->
    [one] { $positions } position
   *[other] { $positions } positions
} de l'ensemble de validation)
train-probcut-models = Les modèles pour { $weights }, ajustés à la moitié de { $boards } plateaux :

# Les poids.
train-info-name = nom
train-info-checksum = somme de contrôle
train-info-size = taille
train-info-kib = { $kib } Kio
train-info-patterns = motifs
train-info-anchors = ancres de phase
train-info-weights = poids
train-info-nonzero = non nuls

# La démonstration.
train-demo-plays = « { $name } » joue contre lui-même
train-demo-learns = « { $name } » apprend
train-demo-match = « { $a } » contre « { $b } »
train-demo-generation = « { $name } » a appris de { $games ->
    [one] { $games } partie
   *[other] { $games } parties
} de plus, de « { $teacher } », { $examples ->
    [one] { $examples } exemple
   *[other] { $examples } exemples
} en tout : erreur moyenne { $mae ->
    [one] { $mae } pion
   *[other] { $mae } pions
} sur l'ensemble de validation, gagnant prévu à { $sign } ; { $seconds } s
train-demo-result = « { $a } » contre « { $b } » : { $counts }, { $rate } des points, { $elo }, { $discs } pions par partie
train-demo-total = { $seconds } s en tout, graine { $seed }
