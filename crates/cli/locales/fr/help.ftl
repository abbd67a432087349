# L'aide en français : help-COMMANDE, help-COMMANDE-ARGUMENT, help-COMMANDE-example ; une clef
# help-ARGUMENT sert à toutes les commandes.
help = Othello (Reversi) : y jouer, l'étudier, le mesurer.
help-example = Exemple :
    {"  "}othellier play human random     jouer Noir contre le hasard
help-help = Afficher cette aide
help-version = Afficher la version, le noyau choisi, les poids et la signature
help-json = Écrire du JSON sur la sortie : un objet, ou un par ligne
help-lang = Langue des messages et de l'aide ; par défaut celle du système
help-position = La position : `startpos`, un plateau avec le trait, ou des coups comme `f5d6c3`
help-size = Cases par côté : 4, 6, 8 ou 10 ; par défaut celui de la position
help-threads = Nombre de fils d'exécution ; par défaut tous les cœurs
help-seed = Graine des dés : la même graine rejoue la même chose

help-version-example = Exemple :
    {"  "}othellier version --json

help-players = Lister tous les joueurs avec leurs options
help-players-example = Exemple :
    {"  "}othellier players --json

help-moves = Lister les coups légaux d'une position et les pions que chacun retourne
help-moves-example = Exemple :
    {"  "}othellier moves --position f5d6c3 --json

help-perft = Compter les feuilles de l'arbre du jeu : l'épreuve et la vitesse des règles
help-perft-depth = La profondeur, en demi-coups
help-perft-pass_as_ply = Compter une passe forcée comme un demi-coup ; par défaut elle est gratuite
help-perft-kernel = Jeu d'instructions, en 8×8 ; par défaut le meilleur de la machine
help-perft-divide = Montrer aussi les feuilles sous chaque coup
help-perft-example = Exemple :
    {"  "}othellier perft 9                  3 005 320, passes gratuites
    {"  "}othellier perft 9 --pass-as-ply    3 005 288

help-gtp = Être un moteur qui parle le protocole GTP par l'entrée et la sortie standard
help-gtp-player = Qui joue : voir `othellier players`
help-gtp-example = Exemples :
    {"  "}othellier gtp --player 'pvs(time=1s, eval=genome, endgame=14)'
    {"  "}othellier match 'gtp(cmd="edax -gtp")' level-6 --games 10    dans l'autre sens

help-completions = Écrire la complétion d'un interpréteur de commandes
help-completions-shell = L'interpréteur de commandes
help-completions-example = Exemple :
    {"  "}othellier completions bash > ~/.local/share/bash-completion/completions/othellier

help-play = Jouer une partie dans le terminal : une personne ou un programme de chaque côté
help-play-black = Qui joue Noir : voir `othellier players` ; par défaut `human`
help-play-white = Qui joue Blanc ; par défaut `random`
help-play-position = Partir de cette position : un plateau avec le trait, ou des coups comme `f5d6c3`
help-play-load = Reprendre une partie sauvée
help-play-save = Écrire la partie dans ce fichier après chaque coup
help-play-config = Lire les réglages dans ce fichier : TOML, ou YAML avec les clefs des étudiants
help-play-print_config = Écrire un fichier de réglages commenté et s'arrêter
help-play-black_name = Nom du joueur Noir
help-play-white_name = Nom du joueur Blanc
help-play-clock = Temps pour toute la partie, avec un incrément par coup si l'on veut : `5m`, `5m+2s`
help-play-plain = Des lignes au lieu du plein écran, même dans un terminal
help-play-example = Exemples :
    {"  "}othellier play                         vous avez les Noirs contre le hasard
    {"  "}othellier play random human --size 6   vous avez les Blancs en 6×6
    {"  "}othellier play human human --load partie.txt --save partie.txt

help-evaluators = Lister tous les évaluateurs avec leurs options
help-evaluators-example = Exemple :
    {"  "}othellier evaluators --json

help-search = Montrer ce qu'un joueur pense d'une position, profondeur par profondeur
help-search-player = Qui réfléchit : voir `othellier players` ; par défaut le champion, ou level-6 hors 8×8
help-search-depth = Demi-coups d'avance, au lieu de ceux du joueur
help-search-time = Temps de réflexion, comme 500ms ou 2s
help-search-nodes = Positions visitées au plus
help-search-lines = Combien des meilleurs coups montrer
help-search-tree = Dessiner tout l'arbre d'une petite recherche dans ce fichier SVG
help-search-example = Exemples :
    {"  "}othellier search --position f5d6c3 --player 'pvs(eval=mobility)' --time 1s
    {"  "}othellier search --player 'alphabeta(depth=2)' --position d3c3 --tree arbre.svg

help-solve = Résoudre des positions : le score final du jeu parfait, prouvé
help-solve-file = Fichier de problèmes (OBF) ; `-` pour l'entrée standard
help-solve-only = Ne résoudre que les problèmes de ces numéros, comme 40-44,47
help-solve-selectivity = Confiance voulue, en pour cent : 73, 87, 95, 98, 99, ou 100 pour une preuve
help-solve-outcome = Prouver qui gagne et rien de plus : plus rapide, le score a le bon signe
help-solve-journal = Garder chaque résultat dans ce fichier, et reprendre à partir de lui s'il existe
help-solve-hash = Taille de la table des positions connues
help-solve-size = Cases par côté : 8, 6 ou 4 ; par défaut celui des positions
help-solve-example = Exemples :
    {"  "}othellier solve fforum-40-59.obf --only 40-49 --journal ffo.jsonl
    {"  "}othellier solve --position startpos --size 6 --hash 512MiB
    {"  "}head -3 problemes.obf | othellier solve --json

help-accuracy = Mesurer un joueur sur des positions dont le score de chaque coup est connu
help-accuracy-file = Fichier de problèmes (OBF) ; `-` pour l'entrée standard
help-accuracy-selectivity = Confiance en ce qui est écarté, en pour cent, au lieu de celle du joueur
help-accuracy-depth = Demi-coups d'avance, au lieu de ceux du joueur
help-accuracy-player = Qui est mesuré : voir `othellier players`
help-accuracy-only = Ne prendre que les problèmes de ces numéros, comme 40-44,47
help-accuracy-threads = Positions étudiées à la fois ; par défaut autant que de cœurs
help-accuracy-example = Exemples :
    {"  "}othellier accuracy fforum-1-19.obf --depth 6
    {"  "}othellier accuracy problemes.obf --player 'mcts(playouts=5000)' --json

help-match = Jouer un match entre deux joueurs et mesurer qui est le plus fort
help-match-a = Le premier joueur, A : voir `othellier players`
help-match-b = Le second joueur, B
help-match-games = Nombre de parties ; chaque ouverture est jouée deux fois, couleurs échangées
help-match-openings = Partir des ouvertures de ce fichier, une par ligne : des coups ou une position
help-match-random_plies = Commencer par ce nombre de demi-coups au hasard, 0 pour aucun ; par défaut 8
help-match-time_per_move = Le temps maximal de chaque coup ; un joueur qui le dépasse perd la partie
help-match-sprt = S'arrêter dès qu'il est décidé si A est plus fort de ELO0 ou de ELO1
help-match-csv = Écrire une ligne par partie dans ce fichier
help-match-games_out = Écrire les coups et le résultat de chaque partie dans ce fichier
help-match-size = Cases par côté : 4, 6, 8 ou 10
help-match-threads = Parties jouées à la fois ; par défaut autant que de cœurs
help-match-example = Exemples :
    {"  "}othellier match random random --games 1000 --seed 1
    {"  "}othellier match A B --openings xot.txt --csv parties.csv --games-out parties.txt
    {"  "}othellier match A B --games 20000 --sprt 0,10      s'arrêter quand c'est décidé

help-benchmark = La forme des rapports d'étudiants : `othellier minmax random --benchmark 50`
help-benchmark-black = Qui joue Noir
help-benchmark-white = Qui joue Blanc
help-benchmark-benchmark = Jouer ce nombre de parties et compter ; sans cela, jouer une partie
help-benchmark-depth_black = Profondeur de recherche de Noir ; par défaut 3
help-benchmark-depth_white = Profondeur de recherche de Blanc ; par défaut 3
help-benchmark-strategy_black = Ce que Noir juge : position, pions, mobilité, ou chacun à son heure
help-benchmark-strategy_white = Ce que Blanc juge
help-benchmark-display_grid = Montrer le plateau à la fin de chaque partie
help-benchmark-only_final = Ne montrer que les statistiques, pas chaque partie
help-benchmark-size = Cases par côté : 4, 6, 8 ou 10
help-benchmark-threads = Parties jouées à la fois ; par défaut autant que de cœurs
help-benchmark-example = Exemples :
    {"  "}othellier minmax random --benchmark 50 --depth-black 5 --strategy-black mixte
    {"  "}othellier player alphabeta --depth-white 4      une partie, vous avez les Noirs

help-generate = Produire nos propres positions
help-generate-example = Exemple :
    {"  "}othellier generate endgames --empties 16 --count 100 --seed 1 --out finales.obf

help-endgames = Produire des finales à partir d'un jeu bruité, avec le score prouvé de chaque coup (OBF)
help-endgames-empties = Cases vides de chaque position
help-endgames-count = Nombre de positions, toutes différentes aux symétries près
help-endgames-seed = Graine des dés : la même graine produit les mêmes positions
help-endgames-out = Écrire dans ce fichier, et le continuer s'il a été commencé
help-endgames-threads = Positions résolues à la fois ; par défaut autant que de cœurs
help-endgames-hash = Taille des tables des positions connues, pour tous les fils ensemble
help-endgames-example = Exemples :
    {"  "}othellier generate endgames --empties 12 --count 5 --seed 1
    {"  "}othellier generate endgames --empties 20 --count 1000 --seed 1 --out finales.obf

help-bench = Chercher dans un ensemble fixe de positions : la signature et la vitesse de la recherche
help-bench-kernel = Jeu d'instructions ; par défaut le meilleur de la machine
help-bench-example = Exemples :
    {"  "}othellier bench
    {"  "}othellier bench --kernel scalar --json     une autre vitesse, la même signature

help-tournament = Jouer un tournoi : toutes rondes, défi, suisse ou coupe
help-tournament-player = Qui joue : voir `othellier players` ; un nom peut précéder : `nouveau=pvs(depth=4)`
help-tournament-players = Prendre aussi les joueurs de ce fichier TOML : `[[players]]`, chacun avec `spec` et, si l'on veut, `name`
help-tournament-format = Qui rencontre qui : toutes rondes, défi, suisse ou coupe
help-tournament-rounds = Rondes d'un tournoi suisse ; par défaut assez pour un vainqueur, et deux de plus
help-tournament-runners = Combien des premiers joueurs affrontent tous les autres en défi ; par défaut 1
help-tournament-games = Parties d'une rencontre, en nombre pair : chaque ouverture est jouée des deux couleurs
help-tournament-openings = Partir des ouvertures de ce fichier, une par ligne : des coups ou une position
help-tournament-random_plies = Commencer par ce nombre de demi-coups au hasard, 0 pour aucun ; par défaut 8
help-tournament-time_per_move = Le temps maximal de chaque coup ; un joueur qui le dépasse perd la partie
help-tournament-journal = Garder chaque partie dans ce fichier, et reprendre à partir de lui s'il existe
help-tournament-csv = Écrire une ligne par partie dans ce fichier
help-tournament-standings_csv = Écrire le classement final dans ce fichier, une ligne par joueur
help-tournament-games_out = Écrire les coups et le résultat de chaque partie dans ce fichier
help-tournament-prior = Nulles de chacun contre un joueur moyen que le classement Elo suppose : avec 1, tous sont finis
help-tournament-brightwell = Ce que vaut un point d'un adversaire dans le départage de Brightwell
help-tournament-size = Cases par côté : 4, 6, 8 ou 10
help-tournament-threads = Parties jouées à la fois ; par défaut autant que de cœurs
help-tournament-example = Exemples :
    {"  "}othellier tournament level-1 level-2 level-3 level-4 --games 10
    {"  "}othellier tournament --players joueurs.toml --format swiss --rounds 7 --journal suisse.jsonl
    {"  "}othellier tournament neuf='pvs(depth=4)' vieux='pvs(depth=3)' level-6 --format gauntlet

help-evolve = Élever des poids par algorithme génétique : le fichier écrit est un évaluateur
help-evolve-out = Écrire le meilleur génome dans ce fichier après chaque génération
help-evolve-start = Le départ : `default`, `phased`, un fichier de génome, ou `random`
help-evolve-player = La recherche qui joue selon les gènes ; elle ne nomme pas d'évaluateur
help-evolve-environment = Un joueur témoin ; à donner plusieurs fois ; par défaut la même recherche jugeant par mobility, strategic et genome
help-evolve-population = Individus, en nombre pair
help-evolve-generations = Générations en tout, celles d'avant une interruption comprises
help-evolve-openings = Ouvertures jouées contre chaque témoin, des deux couleurs ; nouvelles à chaque génération
help-evolve-random_plies = Demi-coups au hasard de chaque ouverture
help-evolve-law = Comment les secteurs de la roulette croissent avec la fitness : `power:K`, (f + 64)^K, ou `exp:S`, e^(f/S)
help-evolve-crossover = Points de croisement
help-evolve-crossover_rate = Part des couples qui échangent des gènes
help-evolve-mutation = Un gène qui mute est remplacé par une valeur quelconque, ou décalé un peu
help-evolve-mutation_rate = Chance de chaque gène de muter
help-evolve-step = Le plus grand décalage d'un gène avec `--mutation nudge`
help-evolve-range = Les valeurs qu'un gène peut prendre
help-evolve-elite = Combien des meilleurs passent tels quels
help-evolve-renew = Renouveler l'environnement par les meilleurs après ce nombre de générations ; 0 jamais
help-evolve-renew_count = Combien des meilleurs prennent la place des plus vieux témoins
help-evolve-restart = Recommencer avec une population au hasard après chaque renouvellement, l'élite exceptée
help-evolve-checkpoint = Garder l'état dans ce fichier après chaque génération, et reprendre à partir de lui s'il existe
help-evolve-csv = Écrire une ligne par génération dans ce fichier : meilleur, moyenne, diversité
help-evolve-charts = Dessiner fitness, diversité, roulette et poids dans ce dossier à la fin, en SVG et PNG
help-evolve-size = Cases par côté : 4, 6, 8 ou 10
help-evolve-threads = Parties jouées à la fois ; par défaut autant que de cœurs
help-evolve-example = Exemples :
    {"  "}othellier evolve --out meilleur.txt --generations 30 --checkpoint evolution.json --charts evolution
    {"  "}othellier match 'alphabeta(depth=2, eval=genome(file=meilleur.txt))' 'alphabeta(depth=2, eval=genome)'

help-convert = Convertir des fichiers de parties : WTHOR, GGF, SGF, PGN, listes de coups, OBF, les nôtres
help-convert-input = Fichier ou dossier à lire ; `-` pour l'entrée standard
help-convert-output = Fichier à écrire ; `-` pour la sortie standard
help-convert-from = Format à lire ; par défaut celui de l'extension, sinon du début du fichier
help-convert-to = Format à écrire ; par défaut celui de l'extension
help-convert-size = Cases par côté quand une liste de coups ne montre pas son plateau
help-convert-strict = Code de sortie 1 si une partie est refusée ou si quelque chose est perdu
help-convert-example = Exemples :
    {"  "}othellier convert WTH_1999.wtb parties.sgf
    {"  "}othellier convert wthor/ parties.txt              tous les fichiers d'un dossier
    {"  "}othellier convert partie.ggf - --to transcript    vers la sortie standard

help-check = Vérifier des fichiers de parties : lister ce qui ne va pas, avec la ligne ou l'octet
help-check-file = Fichier ou dossier à vérifier ; `-` pour l'entrée standard
help-check-from = Format à lire ; par défaut celui de l'extension, sinon du début du fichier
help-check-size = Cases par côté quand une liste de coups ne montre pas son plateau
help-check-strict = Code de sortie 1 si quelque chose ne va pas ou est douteux
help-check-example = Exemples :
    {"  "}othellier check WTH_1999.wtb
    {"  "}othellier check parties.sgf --strict && echo sain

help-diagram = Dessiner une partie ou une position comme dans les livres (SVG ou PNG)
help-diagram-game = Un fichier de parties, des coups comme `f5d6c3`, ou un plateau avec le trait
help-diagram-output = L'image à écrire : .svg ou .png
help-diagram-number = La partie du fichier, à partir de 1
help-diagram-from = Montrer le plateau après ce nombre de coups, et numéroter les suivants
help-diagram-to = Numéroter jusqu'à ce coup ; par défaut jusqu'au dernier
help-diagram-size = Cases par côté : 4, 6, 8 ou 10 ; par défaut celui de la position
help-diagram-width = Largeur de l'image en pixels
help-diagram-example = Exemples :
    {"  "}othellier diagram f5d6c3d3c4 ouverture.svg
    {"  "}othellier diagram WTH_1999.wtb partie.png --number 12 --from 40
    {"  "}othellier diagram partie.sgf fin.svg --from 60      la position finale

help-lab = Mener des expériences et en rendre compte
help-lab-example = Exemples :
    {"  "}othellier lab list                      les expériences des rapports d'étudiants
    {"  "}othellier lab run b1 --quick            l'une d'elles, en quelques secondes
    {"  "}othellier lab run mienne.toml           une des vôtres ; interrompue, elle reprend
    {"  "}othellier lab report lab-results/b1     une page à rendre

help-list = Lister les expériences qui viennent avec le programme
help-list-example = Exemple :
    {"  "}othellier lab list --lang fr

help-run = Mener des expériences : des noms de `lab list`, `all` pour toutes, ou vos fichiers
help-run-what = Noms d'expériences, `all`, ou fichiers
help-run-quick = La version courte de chacune : moins de parties, de positions et de profondeurs
help-run-out = Le dossier qui reçoit un dossier par expérience
help-run-seed = Graine des dés au lieu de celle de l'expérience
help-run-threads = Unités à la fois ; par défaut autant que de cœurs
help-run-example = Exemples :
    {"  "}othellier lab run b1 b4 --quick
    {"  "}othellier lab run all --out resultats       toutes les expériences des rapports
    {"  "}othellier lab run mienne.toml --threads 1   une à la fois, pour des chronomètres tranquilles

    Relancée, elle continue avec ce qui manque. DOSSIER/NOM contient le journal, les réglages
    et des tables en CSV, Parquet et JSON ; `othellier lab report DOSSIER/NOM` fait la page.

help-report = Faire une page de ce qu'une expérience a trouvé : HTML et Markdown avec figures
help-report-folder = Le dossier d'une expérience, ou un dossier qui en contient plusieurs
help-report-out = Où écrire ; par défaut au même endroit
help-report-markdown = Écrire seulement le Markdown avec des figures SVG claires
help-report-example = Exemples :
    {"  "}othellier lab report lab-results/b1             report.html, report.md, figures/
    {"  "}othellier lab report lab-results --lang fr      une page de toutes les expériences du dossier

help-train = Apprendre à juger les plateaux, à partir du seul jeu
help-train-example = Exemples :
    {"  "}othellier train demo                               toute la boucle, en petit
    {"  "}othellier train selfplay parties --shards 100      puis ajuster, contrôler, rejouer
    {"  "}othellier train fit parties --out miens.bin --name miens

help-train-selfplay = Jouer contre soi-même et garder les positions avec la fin prouvée de la partie
help-train-selfplay-folder = Dossier des lots ; ceux qui y sont ne sont pas rejoués
help-train-selfplay-weights = Poids qui jouent : un fichier, ou `rule` pour partir de rien ; par défaut ceux du programme
help-train-selfplay-shards = Combien de lots il doit y avoir
help-train-selfplay-games = Parties d'un lot ; dans un lot, une position, tournée ou reflétée, n'est gardée qu'une fois
help-train-selfplay-depth = Demi-coups d'avance
help-train-selfplay-selectivity = Confiance de la recherche en pour cent : 73, 87, 95, 98, 99 ou 100
help-train-selfplay-solve_from = Résoudre les parties à partir de ce nombre de cases vides
help-train-selfplay-openings = Partir tour à tour de chacune des positions différentes après ce nombre de demi-coups, avec un coup au hasard de plus à chaque tour ; par défaut du départ
help-train-selfplay-random = Coups au hasard au début, du moins au plus ; par défaut 6-40, ou aucun avec --openings
help-train-selfplay-strays_only = Ne garder que celles-ci, et non les positions des parties mêmes
help-train-selfplay-strays = Suites bruitées de chaque partie qui sont résolues aussi
help-train-selfplay-seed = Graine des dés : la même graine joue les mêmes parties, quel que soit le nombre de fils
help-train-selfplay-threads = Parties jouées à la fois ; par défaut autant que de cœurs
help-train-selfplay-example = Exemples :
    {"  "}othellier train selfplay parties --weights rule --depth 2    à partir de rien
    {"  "}othellier train selfplay parties8 --openings 8 --games 1000 --shards 67
    {"  "}Interrompue, la même commande reprend où elle s'est arrêtée.

help-train-label = Donner aux exemples de nouvelles étiquettes : l'avis d'une recherche plus profonde, ou le score prouvé
help-train-label-folder = Dossier des lots à étiqueter
help-train-label-to = Dossier des lots étiquetés
help-train-label-weights = Poids de la recherche : un fichier, ou `rule` ; par défaut ceux du programme
help-train-label-depth = Demi-coups d'avance
help-train-label-selectivity = Confiance de la recherche en pour cent : 73, 87, 95, 98, 99 ou 100
help-train-label-solve_from = Prouver plutôt le score quand il reste ce nombre de cases vides ou moins
help-train-label-empties = Étiqueter les exemples qui ont ces nombres de cases vides
help-train-label-only = Laisser de côté les autres exemples, au lieu de les garder tels quels
help-train-label-threads = Lots étiquetés à la fois ; par défaut autant que de cœurs
help-train-label-example = Exemples :
    {"  "}othellier train label parties --to parties12 --depth 12 --empties 20-40
    {"  "}othellier train label parties --to finales --solve-from 18 --empties 15-18 --only
    {"  "}Interrompue, la même commande reprend où elle s'est arrêtée.

help-train-fit = Trouver les poids qui prévoient le mieux les exemples, et les écrire dans un fichier
help-train-fit-shards = Dossiers de lots, ou lots
help-train-fit-out = Écrire les poids dans ce fichier
help-train-fit-name = Le nom des poids ; par défaut celui du fichier
help-train-fit-steps = Nombre de pas ; chacun lit une fois tous les exemples
help-train-fit-penalty = Garde les poids petits : comme si chacun avait été vu tant de fois sans effet
help-train-fit-blend = Combien compte l'avis de la recherche, le reste étant l'issue de la partie : de 0 à 1
help-train-fit-held_out = Ne pas apprendre d'une partie sur tant, et mesurer sur celles-là ; 0 apprend de toutes
help-train-fit-example = Exemples :
    {"  "}othellier train fit parties --out miens.bin --name miens
    {"  "}othellier train fit parties parties8 --out miens.bin --blend 0.5 --steps 40 --json
    {"  "}Interrompue, elle écrit ce qu'elle a trouvé.

help-train-check = Confronter une évaluation à des scores connus, par nombre de cases vides
help-train-check-files = Problèmes (OBF), plateaux avec scores (.tsv : plateau, trait, score), lots ou dossiers de lots
help-train-check-weights = Poids à contrôler ; par défaut ceux du programme
help-train-check-eval = Contrôler plutôt cet évaluateur : voir `othellier evaluators` ; la plupart comptent en points, non en pions
help-train-check-example = Exemples :
    {"  "}othellier train check finales.obf --weights miens.bin
    {"  "}othellier train check scores.tsv parties --json
    {"  "}othellier train check finales.obf --eval mobility

help-train-probcut = Mesurer l'écart des recherches courtes aux profondes, et ajuster les modèles de la recherche sélective
help-train-probcut-shards = Dossiers de lots, ou lots, d'où prendre les plateaux
help-train-probcut-weights = Poids de la recherche ; par défaut ceux du programme
help-train-probcut-boards = Nombre de plateaux, également répartis sur les nombres de cases vides
help-train-probcut-depth = La recherche la plus profonde, en demi-coups
help-train-probcut-solve_from = Résoudre les plateaux qui ont ce nombre de cases vides ou moins
help-train-probcut-seed = Graine des dés qui choisissent les plateaux
help-train-probcut-threads = Plateaux étudiés à la fois ; par défaut autant que de cœurs
help-train-probcut-example = Exemples :
    {"  "}othellier train probcut parties --boards 4000 --depth 10
    {"  "}othellier train probcut parties --weights miens.bin --json

help-train-export = Écrire des poids en tables de texte (CSV), une par motif, ou dire ce qu'ils sont
help-train-export-weights = Poids à écrire ; par défaut ceux du programme
help-train-export-to = Dossier des tables : une ligne par contenu, une colonne par nœud
help-train-export-info = Dire le nom, la somme de contrôle et la taille
help-train-export-example = Exemples :
    {"  "}othellier train export --to tables
    {"  "}othellier train export --weights miens.bin --info --json

help-train-picture = Dessiner les motifs de l'évaluation apprise dans un fichier SVG
help-train-picture-out = Écrire l'image dans ce fichier
help-train-picture-example = Exemple :
    {"  "}othellier train picture motifs.svg

help-train-demo = Montrer toute la boucle en petit : jouer, ajuster, mieux jouer, ajuster, et un match de chacun contre chacun
help-train-demo-to = Garder parties et poids dans ce dossier ; par défaut rien n'est gardé
help-train-demo-games = Parties que joue chaque génération
help-train-demo-match_games = Parties de chaque match
help-train-demo-seed = Graine des dés : la même graine répète la même démonstration
help-train-demo-example = Exemples :
    {"  "}othellier train demo
    {"  "}othellier train demo --to demo --games 20000    plus de parties, de meilleurs poids
