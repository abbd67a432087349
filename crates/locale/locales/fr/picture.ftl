# Images pour les rapports : ce qui ne va pas.
picture-too-large = l'image ferait { $width } × { $height } pixels, trop pour un PNG ; attendu : un nom en .svg, ou un arbre plus petit
picture-genes-refused = des parents de { $first } et { $second } gènes sont refusés ; attendu : autant chez l'un que chez l'autre, au moins 2
picture-points-refused = --points { $points } est refusé ; attendu : un nombre de 1 à { $most }, ou deux, le plus petit d'abord, en laissant des gènes à côté

picture-drawn = Dessiné dans { $file }.

# Plateaux.
picture-indices-title = Indice de chaque case, { $side }×{ $side }
picture-indices-note = Indice = ligne × côté + colonne, comptées à partir de 0 : a1 vaut 0, { $last } vaut { $index }. Dans un bitboard, la case est le bit 1 << indice.
picture-zones-title = Zones de eval=regions, valeurs pour Noir
picture-zones-empty = Coins vides
picture-zones-taken = { $own } à Noir, { $other } à Blanc
picture-zones-note = Le nombre est la valeur d'un pion noir sur la case. À côté d'un coin que Noir possède, un pion vaut autant qu'au bord ; à côté d'un coin de Blanc, il ne vaut rien ; à côté d'un coin vide, c'est un risque.
picture-zone-corner = coin
picture-zone-beside = case C
picture-zone-diagonal = case X
picture-zone-edge = bord
picture-zone-ring = près du bord
picture-zone-middle = centre
picture-zone-nothing = sans valeur

# Génomes.
picture-before = Avant
picture-after = Après
picture-parent-1 = parent 1
picture-parent-2 = parent 2
picture-child-1 = enfant 1
picture-child-2 = enfant 2
picture-crossover-one = Croisement en un point
picture-crossover-two = Croisement en deux points
picture-crossover-one-note = Les gènes avant le point, { $from } à { $to }, sont échangés.
picture-crossover-two-note = Les gènes entre les points, { $from } à { $to }, sont échangés.
picture-mutation-title = Mutation
picture-kept = conservé
picture-mutated = muté
picture-mutation-note = Chaque gène est remplacé par une valeur quelconque de { $low } à { $high } avec une probabilité de { $rate } % ; ici { $count ->
    [0] aucun n'a changé
    [one] un seul a changé
   *[other] { $count } ont changé
} (graine { $seed }).

# Un arbre de jeu.
picture-tree-title = Arbre de jeu de { $depth ->
    [one] { $depth } demi-coup
   *[other] { $depth } demi-coups
}, { $nodes } nœuds, feuilles évaluées par { $eval }
picture-tree-grown = { $nodes } nœuds, coups générés { $generated } fois (une fois par nœud), { $bytes } octets.
