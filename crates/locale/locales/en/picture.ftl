# Pictures for reports: errors.
picture-too-large = the picture would be { $width } × { $height } pixels, too large for a PNG; expected a name with .svg, or a smaller tree
picture-genes-refused = parents of { $first } and { $second } genes are refused; expected as many of each, from 2 on
picture-points-refused = --points { $points } is refused; expected a number from 1 to { $most }, or two, the smaller first, with genes left on both sides

picture-drawn = Drawn in { $file }.

# Boards.
picture-indices-title = Index of each square, { $side }×{ $side }
picture-indices-note = Index = row × side + column, both counted from 0: a1 is 0, { $last } is { $index }. In a bitboard the square is the bit 1 << index.
picture-zones-title = Zones of eval=regions, values for Black
picture-zones-empty = Corners empty
picture-zones-taken = { $own } Black's, { $other } White's
picture-zones-note = The number is what a black disc on the square is worth. Beside a corner that Black owns a disc is as good as on an edge; beside one that White owns it is worth nothing; beside an empty one it is a risk.
picture-zone-corner = corner
picture-zone-beside = C-square
picture-zone-diagonal = X-square
picture-zone-edge = edge
picture-zone-ring = next to an edge
picture-zone-middle = middle
picture-zone-nothing = no value

# Genomes.
picture-before = Before
picture-after = After
picture-parent-1 = parent 1
picture-parent-2 = parent 2
picture-child-1 = child 1
picture-child-2 = child 2
picture-crossover-one = One-point crossover
picture-crossover-two = Two-point crossover
picture-crossover-one-note = The genes before the point, { $from } to { $to }, change places.
picture-crossover-two-note = The genes between the points, { $from } to { $to }, change places.
picture-mutation-title = Mutation
picture-kept = kept
picture-mutated = mutated
picture-mutation-note = Each gene is replaced by any value from { $low } to { $high } with a chance of { $rate } %; here { $count ->
    [0] none has
    [one] one has
   *[other] { $count } have
} changed (seed { $seed }).

# A game tree.
picture-tree-title = Game tree of { $depth ->
    [one] { $depth } ply
   *[other] { $depth } plies
}, { $nodes } nodes, leaves by { $eval }
picture-tree-grown = { $nodes } nodes, moves generated { $generated } times (once per node), { $bytes } bytes.
