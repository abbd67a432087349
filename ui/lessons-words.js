// The words of the course, by chapter: what each step says, what it claims, and where its position is searched for.

/** @type {any[]} */
export const CHAPTERS = [
 {
  "id": "rules",
  "title": {
   "en": "The rules",
   "fr": "Les règles"
  },
  "about": {
   "en": "Two minutes on a live board.",
   "fr": "Deux minutes sur un vrai plateau."
  },
  "steps": [
   {
    "claim": "legal",
    "position": "---------------------------OX------XO--------------------------- X",
    "words": {
     "en": "Black begins. Place a disc so that white discs lie between it and another black one: they are flipped. Touch one of the marked squares.",
     "fr": "Noir commence. Posez un pion de sorte que des pions blancs soient pris entre lui et un autre pion noir : ils sont retournés. Touchez une case marquée."
    },
    "why": {
     "en": "One white disc was enclosed and turned black.",
     "fr": "Un pion blanc était encadré : il est devenu noir."
    }
   },
   {
    "claim": "legal",
    "position": "---------------------------OX------XXX-------------------------- O",
    "words": {
     "en": "Now White. A move that flips nothing is not allowed. Choose a marked square.",
     "fr": "À Blanc. Un coup qui ne retourne rien est interdit. Choisissez une case marquée."
    },
    "why": {
     "en": "Lines count in all eight directions: across, down and diagonally.",
     "fr": "Les lignes comptent dans les huit directions : horizontales, verticales, diagonales."
    }
   },
   {
    "claim": "most-flips",
    "position": "----------X-X-X----OOO----XO-OX----OOO----X-X-X----------------- X",
    "words": {
     "en": "One move can flip in several directions at once. Find the square that flips most.",
     "fr": "Un coup peut retourner dans plusieurs directions à la fois. Trouvez la case qui retourne le plus."
    },
    "why": {
     "en": "Eight lines, eight discs: all that are enclosed are flipped, always.",
     "fr": "Huit lignes, huit pions : tout ce qui est encadré se retourne, toujours."
    }
   },
   {
    "claim": "passes",
    "position": "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXOXXXXXXXXO-XXXXXO-- X",
    "words": {
     "en": "Who has no legal move must pass, and the other side plays again. Find the move that makes White pass.",
     "fr": "Qui n’a aucun coup légal doit passer, et l’autre rejoue. Trouvez le coup qui fait passer Blanc."
    },
    "why": {
     "en": "White cannot flip anything: Black plays again.",
     "fr": "Blanc ne peut rien retourner : Noir rejoue."
    }
   },
   {
    "claim": "corner",
    "position": "-OX------OX-------XO-------OX------XO--------------------------- X",
    "words": {
     "en": "A disc in a corner has no neighbours on both sides: it can never be flipped. Take the corner.",
     "fr": "Un pion dans un coin ne peut être encadré : il ne sera jamais retourné. Prenez le coin."
    },
    "why": {
     "en": "This disc is yours for good, and it protects those beside it.",
     "fr": "Ce pion est à vous pour toujours, et il protège ses voisins."
    }
   },
   {
    "claim": "legal",
    "position": "XXXXXXXXXXXXXXXXOOOOXXXXOOOOXXXXOOOOOOXXOOOOXOOXOOOOOOOXOOOOOOO- X",
    "words": {
     "en": "The game ends when nobody can move, usually with a full board. The most discs win. Play the last move.",
     "fr": "La partie finit quand personne ne peut jouer, en général plateau plein. Le plus de pions gagne. Jouez le dernier coup."
    },
    "why": {
     "en": "The board is full: count the discs. That is all there is to the rules.",
     "fr": "Le plateau est plein : comptez les pions. Vous connaissez toutes les règles."
    }
   }
  ]
 },
 {
  "id": "mobility",
  "title": {
   "en": "Mobility",
   "fr": "La mobilité"
  },
  "about": {
   "en": "Have many moves, leave few.",
   "fr": "Avoir beaucoup de coups, en laisser peu."
  },
  "steps": [
   {
    "claim": "mobility",
    "empties": [
     40,
     46
    ],
    "words": {
     "en": "Discs in the middle game count little; moves count much. Leave the other side as few moves as you can.",
     "fr": "Au milieu de partie, les pions comptent peu, les coups comptent beaucoup. Laissez le moins de coups possible."
    },
    "why": {
     "en": "Few moves left: soon the opponent has to play one that hurts.",
     "fr": "Peu de coups : bientôt l’adversaire devra en jouer un mauvais."
    }
   },
   {
    "claim": "mobility",
    "empties": [
     38,
     44
    ],
    "words": {
     "en": "Count the answers before you move: which square leaves the fewest?",
     "fr": "Comptez les réponses avant de jouer : quelle case en laisse le moins ?"
    },
    "why": {
     "en": "That is mobility: your choice grows as the other’s shrinks.",
     "fr": "C’est la mobilité : votre choix grandit quand celui de l’autre rétrécit."
    }
   },
   {
    "claim": "mobility",
    "empties": [
     34,
     40
    ],
    "words": {
     "en": "Do not ask what you win, ask what you leave. Find the move with the fewest answers.",
     "fr": "Ne demandez pas ce que vous gagnez, mais ce que vous laissez. Trouvez le coup avec le moins de réponses."
    },
    "why": {
     "en": "The opponent runs short of moves.",
     "fr": "L’adversaire manque de coups."
    }
   },
   {
    "claim": "mobility",
    "empties": [
     30,
     36
    ],
    "words": {
     "en": "Again: one square leaves far fewer moves than all others.",
     "fr": "Encore : une case laisse bien moins de coups que les autres."
    },
    "why": {
     "en": "Three answers fewer than after any other move.",
     "fr": "Trois réponses de moins qu’après tout autre coup."
    }
   },
   {
    "claim": "mobility",
    "empties": [
     24,
     30
    ],
    "words": {
     "en": "And once more, with a fuller board.",
     "fr": "Et une dernière fois, sur un plateau plus plein."
    },
    "why": {
     "en": "You have the habit now: count the answers first.",
     "fr": "L’habitude est prise : compter d’abord les réponses."
    }
   }
  ]
 },
 {
  "id": "quiet",
  "title": {
   "en": "Quiet moves",
   "fr": "Les coups tranquilles"
  },
  "about": {
   "en": "Moves that open nothing.",
   "fr": "Les coups qui n’ouvrent rien."
  },
  "steps": [
   {
    "claim": "quiet",
    "empties": [
     36,
     44
    ],
    "most": 1,
    "words": {
     "en": "A quiet move flips only discs that are surrounded: it opens nothing. Find it.",
     "fr": "Un coup tranquille ne retourne que des pions entourés : il n’ouvre rien. Trouvez-le."
    },
    "why": {
     "en": "No flipped disc touches an empty square: the opponent gains no move.",
     "fr": "Aucun pion retourné ne touche une case vide : l’adversaire ne gagne aucun coup."
    }
   },
   {
    "claim": "quiet",
    "empties": [
     32,
     40
    ],
    "most": 1,
    "words": {
     "en": "Which move flips discs inside only?",
     "fr": "Quel coup ne retourne que des pions de l’intérieur ?"
    },
    "why": {
     "en": "Quiet moves are tempo: the other side must open the position.",
     "fr": "Un coup tranquille gagne un temps : c’est à l’autre d’ouvrir la position."
    }
   },
   {
    "claim": "quiet",
    "empties": [
     28,
     36
    ],
    "most": 1,
    "words": {
     "en": "Look for the flipped discs that have no empty neighbour.",
     "fr": "Cherchez les pions retournés sans voisin vide."
    },
    "why": {
     "en": "Nothing changed at the outside.",
     "fr": "Rien n’a changé à l’extérieur."
    }
   },
   {
    "claim": "quiet",
    "empties": [
     22,
     30
    ],
    "most": 1,
    "words": {
     "en": "A last one: play without opening anything.",
     "fr": "Un dernier : jouez sans rien ouvrir."
    },
    "why": {
     "en": "Keep such moves for when you need them.",
     "fr": "Gardez de tels coups pour le bon moment."
    }
   }
  ]
 },
 {
  "id": "corners",
  "title": {
   "en": "Corners and X-squares",
   "fr": "Coins et cases X"
  },
  "about": {
   "en": "What lasts, and what gives it away.",
   "fr": "Ce qui dure, et ce qui le donne."
  },
  "steps": [
   {
    "claim": "corner",
    "empties": [
     24,
     40
    ],
    "words": {
     "en": "A corner is free. Take it.",
     "fr": "Un coin est libre. Prenez-le."
    },
    "why": {
     "en": "A corner is safe for ever, and edges grow from it.",
     "fr": "Un coin est acquis pour toujours, et les bords poussent à partir de lui."
    }
   },
   {
    "claim": "corner",
    "empties": [
     18,
     30
    ],
    "words": {
     "en": "Several moves look good; one of them lasts.",
     "fr": "Plusieurs coups semblent bons ; un seul dure."
    },
    "why": {
     "en": "Nothing flips it back.",
     "fr": "Rien ne pourra le retourner."
    }
   },
   {
    "claim": "safe",
    "empties": [
     14,
     30
    ],
    "words": {
     "en": "X-squares (b2, g2, b7, g7) touch a corner diagonally: who plays there often gives the corner away. Find the only move that gives no corner.",
     "fr": "Les cases X (b2, g2, b7, g7) touchent un coin en diagonale : y jouer donne souvent ce coin. Trouvez le seul coup qui n’en donne aucun."
    },
    "why": {
     "en": "All other moves here open a corner.",
     "fr": "Tous les autres coups ouvrent un coin."
    }
   },
   {
    "claim": "safe",
    "empties": [
     14,
     30
    ],
    "words": {
     "en": "C-squares touch a corner along the edge, and can give it away too. One move is safe.",
     "fr": "Les cases C touchent un coin le long du bord et peuvent le donner aussi. Un seul coup est sûr."
    },
    "why": {
     "en": "Before each move, ask: which corner can be taken now?",
     "fr": "Avant chaque coup, demandez-vous : quel coin devient prenable ?"
    }
   },
   {
    "claim": "safe",
    "empties": [
     14,
     30
    ],
    "words": {
     "en": "Every other move loses a corner at once. Which does not?",
     "fr": "Tous les autres coups perdent un coin aussitôt. Lequel est sûr ?"
    },
    "why": {
     "en": "One safe move can be worth ten discs.",
     "fr": "Un coup sûr peut valoir dix pions."
    }
   },
   {
    "claim": "forces-corner",
    "empties": [
     16,
     40
    ],
    "words": {
     "en": "No corner can be taken yet. Find the move after which you get one, whatever the answer.",
     "fr": "Aucun coin n’est encore prenable. Trouvez le coup qui vous en assure un, quelle que soit la réponse."
    },
    "why": {
     "en": "Every answer leaves you a corner.",
     "fr": "Toute réponse vous laisse un coin."
    }
   }
  ]
 },
 {
  "id": "parity",
  "title": {
   "en": "Parity",
   "fr": "La parité"
  },
  "about": {
   "en": "Who plays last in a region.",
   "fr": "Qui joue le dernier dans une région."
  },
  "steps": [
   {
    "claim": "best",
    "empties": [
     4
    ],
    "region": true,
    "words": {
     "en": "Near the end the empty squares fall into regions. Play where the number is odd: then you also play last there.",
     "fr": "Vers la fin, les cases vides forment des régions. Jouez là où leur nombre est impair : vous y jouerez aussi le dernier."
    },
    "why": {
     "en": "You entered the odd region; the even one is for the opponent to open.",
     "fr": "Vous entrez dans la région impaire ; l’autre devra ouvrir la paire."
    }
   },
   {
    "claim": "best",
    "empties": [
     5
    ],
    "region": true,
    "words": {
     "en": "Count the squares of each region before you choose.",
     "fr": "Comptez les cases de chaque région avant de choisir."
    },
    "why": {
     "en": "Odd for you, even for them.",
     "fr": "Impaire pour vous, paire pour eux."
    }
   },
   {
    "claim": "best",
    "empties": [
     6
    ],
    "region": true,
    "words": {
     "en": "Six squares left: which region is yours?",
     "fr": "Six cases : quelle région est la vôtre ?"
    },
    "why": {
     "en": "The last move of a region flips without being flipped back.",
     "fr": "Le dernier coup d’une région retourne sans être retourné."
    }
   },
   {
    "claim": "best",
    "empties": [
     7
    ],
    "region": true,
    "words": {
     "en": "The same with seven squares.",
     "fr": "La même chose avec sept cases."
    },
    "why": {
     "en": "Parity decides many close games.",
     "fr": "La parité décide bien des parties serrées."
    }
   },
   {
    "claim": "best",
    "empties": [
     8
    ],
    "region": true,
    "words": {
     "en": "And with eight: the best move again enters an odd region.",
     "fr": "Et avec huit : le meilleur coup entre encore dans une région impaire."
    },
    "why": {
     "en": "Proven: no other move comes within four discs.",
     "fr": "C’est prouvé : aucun autre coup n’en approche à quatre pions."
    }
   }
  ]
 },
 {
  "id": "edges",
  "title": {
   "en": "Edges",
   "fr": "Les bords"
  },
  "about": {
   "en": "Wedges and weak edges.",
   "fr": "Insertions et bords faibles."
  },
  "steps": [
   {
    "claim": "wedge",
    "empties": [
     16,
     40
    ],
    "words": {
     "en": "A gap between two opposing discs on an edge invites a wedge: a disc that sits between them. Find it.",
     "fr": "Un trou entre deux pions adverses du bord appelle une insertion : un pion entre les deux. Trouvez-la."
    },
    "why": {
     "en": "Your disc in the edge threatens what lies beside it.",
     "fr": "Votre pion dans le bord menace ses voisins."
    }
   },
   {
    "claim": "wedge",
    "empties": [
     16,
     40
    ],
    "words": {
     "en": "Where can you get in between?",
     "fr": "Où pouvez-vous vous insérer ?"
    },
    "why": {
     "en": "A wedge often wins the corner later.",
     "fr": "Une insertion gagne souvent le coin plus tard."
    }
   },
   {
    "claim": "forces-corner",
    "empties": [
     16,
     40
    ],
    "words": {
     "en": "An edge that is not closed can be attacked. Find the move that wins a corner by force.",
     "fr": "Un bord mal fermé s’attaque. Trouvez le coup qui gagne un coin de force."
    },
    "why": {
     "en": "Whatever the answer: a corner is yours.",
     "fr": "Quelle que soit la réponse, un coin est à vous."
    }
   },
   {
    "claim": "forces-corner",
    "empties": [
     16,
     40
    ],
    "words": {
     "en": "Once more: attack, and take the corner next.",
     "fr": "Encore une fois : attaquez, et prenez le coin ensuite."
    },
    "why": {
     "en": "Look along the edge for the disc that can be cut off.",
     "fr": "Cherchez le long du bord le pion qu’on peut couper."
    }
   }
  ]
 },
 {
  "id": "stoner",
  "title": {
   "en": "Stoner traps",
   "fr": "Les pièges de Stoner"
  },
  "about": {
   "en": "A corner given, a corner won.",
   "fr": "Un coin donné, un coin gagné."
  },
  "steps": [
   {
    "claim": "stoner",
    "empties": [
     14,
     40
    ],
    "words": {
     "en": "In a Stoner trap you let a corner go in order to win another: every answer leaves you a corner. Find the move.",
     "fr": "Dans un piège de Stoner, on cède un coin pour en gagner un autre : toute réponse vous laisse un coin. Trouvez le coup."
    },
    "why": {
     "en": "Even if the corner is taken, you take one at once.",
     "fr": "Même si le coin est pris, vous en prenez un aussitôt."
    }
   },
   {
    "claim": "stoner",
    "empties": [
     14,
     40
    ],
    "words": {
     "en": "Again a move that seems to give a corner away, and wins one by force.",
     "fr": "Encore un coup qui semble donner un coin, et en gagne un de force."
    },
    "why": {
     "en": "The attack along the edge is faster.",
     "fr": "L’attaque le long du bord est plus rapide."
    }
   },
   {
    "claim": "stoner",
    "empties": [
     14,
     40
    ],
    "words": {
     "en": "The last trap: give to take.",
     "fr": "Le dernier piège : donner pour prendre."
    },
    "why": {
     "en": "Check every answer: there is always a corner for you.",
     "fr": "Vérifiez chaque réponse : il y a toujours un coin pour vous."
    }
   }
  ]
 },
 {
  "id": "openings",
  "title": {
   "en": "Openings",
   "fr": "Les ouvertures"
  },
  "about": {
   "en": "The first moves and their names.",
   "fr": "Les premiers coups et leurs noms."
  },
  "steps": [
   {
    "claim": "opening",
    "moves": "f5",
    "accept": [
     "d6"
    ],
    "words": {
     "en": "The first move is the same everywhere by symmetry: f5. The answer d6 is the perpendicular opening, the most played. Play it.",
     "fr": "Le premier coup est partout le même par symétrie : f5. La réponse d6 est la perpendiculaire, la plus jouée. Jouez-la."
    },
    "why": {
     "en": "Perpendicular.",
     "fr": "La perpendiculaire."
    }
   },
   {
    "claim": "opening",
    "moves": "f5",
    "accept": [
     "f6"
    ],
    "words": {
     "en": "The diagonal opening answers on f6. It leads to wilder games.",
     "fr": "L’ouverture diagonale répond en f6. Elle mène à des parties plus vives."
    },
    "why": {
     "en": "Diagonal.",
     "fr": "La diagonale."
    }
   },
   {
    "claim": "opening",
    "moves": "f5d6",
    "accept": [
     "c3"
    ],
    "words": {
     "en": "After the perpendicular, Black can play c3: the way to the Tiger.",
     "fr": "Après la perpendiculaire, Noir peut jouer c3 : le chemin du Tigre."
    },
    "why": {
     "en": "On the way to the Tiger.",
     "fr": "En route vers le Tigre."
    }
   },
   {
    "claim": "opening",
    "moves": "f5d6c3d3",
    "accept": [
     "c4"
    ],
    "words": {
     "en": "Complete the Tiger, the best known opening of all.",
     "fr": "Achevez le Tigre, l’ouverture la plus connue."
    },
    "why": {
     "en": "The Tiger.",
     "fr": "Le Tigre."
    }
   },
   {
    "claim": "opening",
    "moves": "f5d6",
    "accept": [
     "c5"
    ],
    "words": {
     "en": "Or c5: the Fishhook, way to the Rose.",
     "fr": "Ou c5 : l’Hameçon, chemin de la Rose."
    },
    "why": {
     "en": "The Fishhook.",
     "fr": "L’Hameçon."
    }
   },
   {
    "claim": "opening",
    "moves": "f5d6c5f4e3c6d3f6e6",
    "accept": [
     "d7"
    ],
    "words": {
     "en": "The Rose grows with d7.",
     "fr": "La Rose s’ouvre avec d7."
    },
    "why": {
     "en": "The Rose: White keeps the centre compact.",
     "fr": "La Rose : Blanc garde un centre compact."
    }
   }
  ]
 },
 {
  "id": "counting",
  "title": {
   "en": "Counting the end",
   "fr": "Compter la fin"
  },
  "about": {
   "en": "The last squares, exactly.",
   "fr": "Les dernières cases, exactement."
  },
  "steps": [
   {
    "claim": "best",
    "empties": [
     2
    ],
    "words": {
     "en": "Two squares left: try both in your head and count the discs at the end.",
     "fr": "Deux cases : essayez les deux de tête et comptez les pions à la fin."
    },
    "why": {
     "en": "Proven: no other move comes within four discs.",
     "fr": "C’est prouvé : aucun autre coup n’en approche à quatre pions."
    }
   },
   {
    "claim": "best",
    "empties": [
     3
    ],
    "words": {
     "en": "Three squares: think through every order.",
     "fr": "Trois cases : passez tous les ordres en revue."
    },
    "why": {
     "en": "Proven: no other move comes within four discs.",
     "fr": "C’est prouvé : aucun autre coup n’en approche à quatre pions."
    }
   },
   {
    "claim": "best",
    "empties": [
     4
    ],
    "words": {
     "en": "Four squares. Which move keeps the last word?",
     "fr": "Quatre cases. Quel coup garde le dernier mot ?"
    },
    "why": {
     "en": "Proven: no other move comes within four discs.",
     "fr": "C’est prouvé : aucun autre coup n’en approche à quatre pions."
    }
   },
   {
    "claim": "best",
    "empties": [
     5
    ],
    "words": {
     "en": "Five squares. Beware of the move that flips most.",
     "fr": "Cinq cases. Méfiez-vous du coup qui retourne le plus."
    },
    "why": {
     "en": "Proven: no other move comes within four discs.",
     "fr": "C’est prouvé : aucun autre coup n’en approche à quatre pions."
    }
   },
   {
    "claim": "best",
    "empties": [
     6
    ],
    "words": {
     "en": "Six squares: count for both sides.",
     "fr": "Six cases : comptez pour les deux camps."
    },
    "why": {
     "en": "Proven: no other move comes within four discs.",
     "fr": "C’est prouvé : aucun autre coup n’en approche à quatre pions."
    }
   },
   {
    "claim": "best",
    "empties": [
     8
    ],
    "words": {
     "en": "Eight squares: the limit of what strong players count at the board.",
     "fr": "Huit cases : la limite de ce que les forts joueurs comptent sur le plateau."
    },
    "why": {
     "en": "Proven: no other move comes within four discs.",
     "fr": "C’est prouvé : aucun autre coup n’en approche à quatre pions."
    }
   }
  ]
 }
];
