# L'aide en français : help-COMMANDE, help-COMMANDE-ARGUMENT, help-COMMANDE-example ; une clé
# help-ARGUMENT sert à toutes les commandes.
help = Othello (Reversi) : jouer, étudier, mesurer
help-example = Exemple :
    {"  "}othellier play      une partie dans le terminal ; demande qui joue
help-help = Afficher cette aide
help-version-flag = Afficher la version
help-version = Afficher la version, le noyau choisi, les poids et la signature
help-json = Écrire du JSON sur la sortie standard : un objet, ou un par ligne
help-lang = Langue des messages et de l'aide ; par défaut celle du système
help-position = La position : `startpos`, un plateau avec le trait, ou des coups comme `f5d6c3`
help-size = Cases par côté : 4, 6, 8 ou 10 ; par défaut, la taille de la position
help-threads = Nombre de fils d'exécution ; par défaut tous les cœurs
help-audit = Refaire ici cette part des unités de chaque ouvrier, au moins une de chacun, et comparer les octets ; 0 n'en refait aucune
help-shard = Faire une unité sur N à partir de l'unité I : la part d'une machine sur N ; `grid merge` les réunit
help-on = Faire faire les unités par les ouvriers de ce serveur NATS, et recueillir leurs résultats
help-out = Faire le travail par unités, et les garder avec les résultats dans ce dossier ; relancé, il reprend
help-audit_seed = Graine du choix des unités refaites ; par défaut au hasard
help-seed = Graine des nombres aléatoires : la même graine rejoue la même chose

help-version-example = Exemple :
    {"  "}othellier version --json

help-players = Lister tous les joueurs avec leurs options
help-players-example = Exemple :
    {"  "}othellier players --json

help-evaluate = Évaluer une position sans recherche : les scores, et qui va probablement gagner
help-evaluate-eval = Un évaluateur, à répéter au besoin : voir `othellier evaluators` ; par défaut tous ceux qui se passent d'option
help-evaluate-example = Exemples :
    {"  "}othellier evaluate --position f5d6c3
    {"  "}othellier evaluate --position f5d6c3 --eval net --json

help-moves = Lister les coups légaux d'une position et les pions que chacun retourne
help-moves-example = Exemple :
    {"  "}othellier moves --position f5d6c3 --json

help-perft = Compter les feuilles de l'arbre du jeu : teste les règles et mesure leur vitesse
help-perft-depth = La profondeur, en demi-coups
help-perft-pass_as_ply = Compter un passe forcé comme un demi-coup ; par défaut il est gratuit
help-perft-kernel = Avec quoi compter : un jeu d'instructions (en 8×8 seulement ; par défaut le meilleur de la machine), ou `mailbox`, un simple tableau de cases, en toute taille
help-perft-divide = Afficher aussi les feuilles sous chaque coup
help-perft-example = Exemple :
    {"  "}othellier perft 9                  3 005 320, passes gratuits
    {"  "}othellier perft 9 --pass-as-ply    3 005 288
    {"  "}othellier perft 8 --kernel mailbox --threads 1    un tableau de cases, à comparer aux bitboards

    Un plateau 8×8 occupe 2048 bits en 64 entiers de 32 bits, 512 en 64 octets (`mailbox`) et 128 en deux bitboards : 16 fois moins que les entiers.

help-gtp = Servir de moteur GTP (Go Text Protocol) sur l'entrée et la sortie standard
help-gtp-player = Qui joue : voir `othellier players`
help-gtp-level = Son `level`, quoi que dise PLAYER
help-gtp-threads = Son `threads`, quoi que dise PLAYER
help-gtp-example = Exemples :
    {"  "}othellier gtp -l 12 -t 4
    {"  "}othellier gtp --player 'pvs(time=1s, eval=genome, endgame=14)'
    {"  "}othellier match 'gtp(cmd="edax -gtp")' level-6 --games 10    l'inverse

help-nboard = Servir de moteur NBoard sur l'entrée et la sortie standard
help-nboard-player = Qui joue : voir `othellier players`
help-nboard-learn = Ajouter les parties à apprendre à ce fichier GGF
help-nboard-level = Son `level`, quoi que dise PLAYER
help-nboard-threads = Son `threads`, quoi que dise PLAYER
help-nboard-example = Exemples :
    {"  "}othellier nboard --player 'champion(threads=4)'
    {"  "}othellier match 'nboard(cmd="ntest x", level=6)' champion --games 10    l'inverse

help-cassio = Servir de moteur à Cassio, par l'Othello Engine Protocol sur l'entrée et la sortie standard
help-cassio-threads = Fils d'exécution pour la recherche ; par défaut tous les cœurs
help-cassio-hash = Taille des tables de transposition
help-cassio-iterations = Envoyer un résultat après chaque itération, et non le dernier seulement
help-cassio-level = Acceptée parce que d'autres moteurs l'ont, sans effet : Cassio demande une profondeur
help-cassio-example = Exemples :
    {"  "}othellier cassio
    {"  "}othellier cassio --threads 4 --hash 1GiB

help-docs = Lire le manuel, ou l'écrire sous forme de site
help-docs-page = La page à afficher, comme `tour` ou `results` ; sans elle, la liste des pages
help-docs-out = Écrire toutes les pages sous forme de site dans ce dossier
help-docs-rustdoc = Ajouter la documentation de l'API des bibliothèques, écrite dans ce dossier par `cargo doc`
help-docs-example = Exemples :
    {"  "}othellier docs
    {"  "}othellier docs tour --lang fr
    {"  "}othellier docs --out site
    {"  "}cargo doc --workspace --no-deps && othellier docs --out site --rustdoc target/doc

help-site = Écrire la page avec le moteur dans le navigateur, pour tout hébergement statique
help-site-folder = Le dossier à écrire
help-site-wasm = Le dossier des modules WebAssembly, que fait `bindings/wasm/build`
help-site-example = Exemple :
    {"  "}othellier site public --wasm "$(bindings/wasm/build)"

help-completions = Afficher le script de complétion d'un interpréteur de commandes
help-completions-shell = L'interpréteur de commandes
help-completions-example = Exemple :
    {"  "}othellier completions bash > ~/.local/share/bash-completion/completions/othellier

help-play = Jouer une partie dans le terminal : une personne ou un programme de chaque côté
help-play-black = Qui joue Noir : voir `othellier players` ; par défaut `human`
help-play-white = Qui joue Blanc ; par défaut un programme facile : `champion(level=2)`, ou `level-3` hors 8×8
help-play-position = Partir de cette position : un plateau avec le trait, ou des coups comme `f5d6c3`
help-play-load = Reprendre une partie sauvée, avec ses joueurs et ses pendules, et continuer de l'y sauver
help-play-save = Écrire la partie dans ce fichier après chaque coup ; par défaut, celui qui a été chargé
help-play-config = Lire les réglages dans ce fichier : TOML ou YAML, avec nos clés ou celles des rapports d'étudiants
help-play-print_config = Écrire un fichier de réglages commenté et s'arrêter
help-play-yaml = L'écrire en YAML
help-play-statistics = Temps, nœuds et pions affichés à la fin ; par défaut les totaux de chaque joueur
help-play-black_name = Nom du joueur Noir
help-play-white_name = Nom du joueur Blanc
help-play-clock = Temps pour toute la partie, avec un incrément par coup ou un byo-yomi facultatif : `5m`, `5m+2s`, `5m/30s`
help-play-plain = Des lignes au lieu du plein écran, même dans un terminal
help-play-example = Exemples :
    {"  "}othellier play                         demande qui joue
    {"  "}othellier play human 'champion(level=4)'
    {"  "}othellier play random human --size 6   vous avez les Blancs en 6×6
    {"  "}othellier play --load partie.txt       continue avec ses joueurs et ses pendules

help-evaluators = Lister tous les évaluateurs avec leurs options
help-evaluators-example = Exemple :
    {"  "}othellier evaluators --json

help-search = Chercher dans une position avec un joueur et afficher le résultat de chaque profondeur
help-search-player = Qui cherche : voir `othellier players` ; par défaut le champion, ou level-6 hors 8×8
help-search-depth = Profondeur de recherche en demi-coups, au lieu de celle du joueur
help-search-time = Temps de réflexion, comme 500ms ou 2s
help-search-nodes = Nombre maximal de nœuds visités
help-search-threads = Fils d'exécution pour la recherche ; par défaut ceux du joueur, et tous les cœurs pour le champion
help-search-lines = Nombre de meilleurs coups à afficher (multi-PV)
help-search-tree = Dessiner tout l'arbre d'une petite recherche dans ce fichier : .svg ou .png
help-search-example = Exemples :
    {"  "}othellier search --position f5d6c3 --player 'pvs(eval=mobility)' --time 1s
    {"  "}othellier search --player 'alphabeta(depth=2)' --position d3c3 --tree arbre.svg

help-solve = Résoudre des positions : le score final du jeu parfait, prouvé
help-solve-file = Fichier de problèmes (OBF) ; par défaut, et avec `-`, l'entrée standard
help-solve-unit = Positions d'une unité de travail
help-solve-only = Ne résoudre que les problèmes de ces numéros, comme 40-44,47
help-solve-selectivity = Confiance voulue, en pour cent : 73, 87, 95, 98, 99, ou 100 pour une preuve
help-solve-outcome = Prouver seulement qui gagne : plus rapide ; seul le signe du score est exact
help-solve-journal = Garder chaque résultat dans ce fichier, et reprendre à partir de lui s'il existe
help-solve-hash = Taille de la table de transposition ; en unités, de celle de chaque fil d'exécution
help-solve-size = Cases par côté : 8, 6 ou 4 ; par défaut, la taille des positions
help-solve-example = Exemples :
    {"  "}othellier solve fforum-40-59.obf --only 40-49 --journal ffo.jsonl
    {"  "}othellier solve --position startpos --size 6 --hash 512MiB
    {"  "}head -3 problemes.obf | othellier solve --json

help-accuracy = Mesurer un joueur sur des positions aux scores connus, ou résolus au passage
help-accuracy-file = Fichier de problèmes (OBF), en unités pour 8×8 ; `-` pour l'entrée standard
help-accuracy-unit = Positions d'une unité de travail
help-accuracy-seed = Graine des nombres aléatoires : la même graine répète les mêmes choix ; par défaut une graine au hasard, en unités toujours la même
help-accuracy-selectivity = Confiance de la recherche sélective, en pour cent, au lieu de celle du joueur
help-accuracy-depth = Profondeur de recherche en demi-coups, au lieu de celle du joueur
help-accuracy-time = Temps réel de chaque choix, au lieu de celui du joueur ; pour chacun de plusieurs temps, toutes les positions sont mesurées, une à la fois sauf avec --threads
help-accuracy-player = Qui est mesuré : voir `othellier players`
help-accuracy-prove = Résoudre les scores que le fichier ne donne pas, avec cette confiance en pour cent : 73, 87, 95, 98, 99, ou 100 pour une preuve
help-accuracy-hash = Taille de la table de transposition de chaque fil d'exécution qui résout
help-accuracy-only = Ne prendre que les problèmes de ces numéros, comme 40-44,47
help-accuracy-threads = Positions mesurées en parallèle ; par défaut autant que de cœurs, et une seule avec --time
help-accuracy-example = Exemples :
    {"  "}othellier accuracy fforum-1-19.obf --depth 6
    {"  "}othellier accuracy problemes.obf --player 'mcts(playouts=5000)' --json
    {"  "}othellier accuracy positions.obf --depth 15 --selectivity 73 --prove 100
    {"  "}othellier accuracy problemes.obf --time 10ms,100ms,1s

help-match = Jouer un match entre deux joueurs et mesurer qui est le plus fort
help-match-a = Le premier joueur, A : voir `othellier players`
help-match-b = Le second joueur, B
help-match-games = Nombre de parties ; chaque ouverture est jouée deux fois, couleurs échangées
help-match-openings = Partir des ouvertures de ce fichier, une par ligne : des coups ou une position
help-match-random_plies = Commencer par ce nombre de demi-coups au hasard, 0 pour aucun ; par défaut, les parties partent des ouvertures équilibrées de la liste intégrée, et sur les autres plateaux de 8 demi-coups au hasard
help-match-time_per_move = Le temps maximal de chaque coup ; un joueur qui le dépasse perd la partie (avec une tolérance de 50 ms : un fil d'exécution peut attendre un cœur)
help-match-clock = Le temps de chaque joueur pour toute la partie, avec un incrément par coup ou un byo-yomi facultatif : `5m`, `5m+2s`, `5m/30s` ; un joueur qui le dépasse perd la partie
help-match-sprt = S'arrêter dès qu'il est décidé si A est plus fort de ELO0 ou de ELO1
help-match-csv = Écrire une ligne par partie dans ce fichier
help-match-games_out = Écrire les coups et le résultat de chaque partie dans ce fichier
help-match-size = Cases par côté : 4, 6, 8 ou 10
help-match-threads = Parties jouées en parallèle ; par défaut autant que de cœurs
help-match-example = Exemples :
    {"  "}othellier match random random --games 1000 --seed 1
    {"  "}othellier match A B --openings xot.txt --csv parties.csv --games-out parties.txt
    {"  "}othellier match A B --games 20000 --sprt 0,10      s'arrêter quand c'est décidé
    {"  "}othellier match A B --games 2000 --out match       dans un dossier, pour reprendre plus tard
    {"  "}othellier match A B --games 2000 --out match --on nats://192.168.1.10:4222

help-benchmark = La ligne de commande des rapports d'étudiants : `othellier minmax random --benchmark 50`
help-benchmark-black = Qui joue Noir
help-benchmark-white = Qui joue Blanc
help-benchmark-benchmark = Jouer ce nombre de parties et compter ; sans cela, jouer une partie
help-benchmark-depth_black = Profondeur de recherche de Noir ; par défaut 3
help-benchmark-depth_white = Profondeur de recherche de Blanc ; par défaut 3
help-benchmark-strategy_black = Ce que Noir évalue : position, pions, mobilité, ou les trois selon la phase
help-benchmark-strategy_white = Ce que Blanc évalue
help-benchmark-display_grid = Afficher le plateau à la fin de chaque partie
help-benchmark-only_final = N'afficher que les statistiques, pas chaque partie
help-benchmark-size = Cases par côté : 4, 6, 8 ou 10
help-benchmark-threads = Parties jouées en parallèle ; par défaut autant que de cœurs
help-benchmark-example = Exemples :
    {"  "}othellier minmax random --benchmark 50 --depth-black 5 --strategy-black mixte
    {"  "}othellier player alphabeta --depth-white 4      une partie, vous avez les Noirs

help-book = Créer, consulter et entretenir des bibliothèques d'ouvertures
help-book-example = Exemples :
    {"  "}othellier book probe f5d6
    {"  "}othellier book build mien.book --level 20 --positions 5000
    {"  "}othellier play human 'champion(book=mien.book, variety=1)'

help-book-build = Étendre une bibliothèque le long des lignes qui perdent le moins, ou avec des parties ; une bibliothèque existante est reprise
help-book-build-file = La bibliothèque : créée si elle n'existe pas, sinon reprise ; avec --shard ou --on, un dossier
help-book-build-unit = Positions d'une unité de travail
help-book-build-level = Niveau du champion qui évalue les positions, de 0 à 60
help-book-build-threads = Positions évaluées en parallèle ; par défaut autant que de cœurs
help-book-build-hash = Taille de la table de transposition de chaque fil d'exécution
help-book-build-positions = Nombre de positions à atteindre ; par défaut 1000, ou celles des parties
help-book-build-time = S'arrêter après ce temps, comme 30m ou 2h
help-book-build-band = Pions qu'une ligne peut perdre, les deux camps ensemble
help-book-build-plies = Demi-coups d'une ligne, ou d'une partie, au plus
help-book-build-position = Où commencent ses lignes : `startpos`, un plateau avec le trait, ou des coups comme `f5d6c3`
help-book-build-games = Importer d'abord les positions des parties de ces fichiers ou dossiers
help-book-build-from_archive = Importer d'abord les positions des parties de l'archive
help-book-build-archive = L'archive ; par défaut celle de l'utilisateur, dans le dossier de données du système
help-book-build-player = Parties de ce joueur : une partie du nom, sans égard aux majuscules ; deux fois pour les deux joueurs
help-book-build-black = Parties où ce joueur a les noirs
help-book-build-white = Parties où ce joueur a les blancs
help-book-build-event = Parties de ce tournoi : une partie de son nom
help-book-build-year = Parties d'une année, ou d'années comme 1990-1999
help-book-build-result = Parties qui ont fini ainsi
help-book-build-opening = Parties entrées dans cette ouverture : son nom, ou ses coups ; quelle que soit l'orientation
help-book-build-at_least = Seulement les positions rencontrées dans au moins ce nombre de parties
help-book-build-save_every = Enregistrer à cet intervalle
help-book-build-example = Exemples :
    {"  "}othellier book build mien.book --level 20 --positions 5000
    {"  "}othellier book build tigre.book --position f5d6c3d3c4 --band 3 --time 1h
    {"  "}othellier book build joues.book --games parties.ggf --plies 20 --at-least 2
    {"  "}othellier book build connus.book --from-archive --at-least 100 --year 2000-2024
    {"  "}othellier book build part --games parties.ggf --level 20 --shard 0/8
    {""}
    Après Ctrl-C, la même commande reprend à partir de ce qui est enregistré. Le fichier
    est toujours remplacé de façon atomique.

help-book-probe = Afficher ce qu'une bibliothèque contient sur une position : sa valeur, chaque réponse, les lignes attendues
help-book-probe-book = La bibliothèque ; par défaut celle qui est fournie avec le programme
help-book-probe-example = Exemples :
    {"  "}othellier book probe f5d6
    {"  "}othellier book probe f5d6c3 --book mien.book --json

help-book-learn = Ajouter une partie à une bibliothèque : chaque position avec sa valeur, et le meilleur coup non joué
help-book-learn-game = Un fichier de parties, ou des coups depuis le début comme `f5d6c3`
help-book-learn-book = La bibliothèque : créée si elle n'existe pas, sinon complétée
help-book-learn-plies = Demi-coups de la partie au plus
help-book-learn-level = Niveau du champion qui évalue les positions, de 0 à 60
help-book-learn-threads = Positions évaluées en parallèle ; par défaut autant que de cœurs
help-book-learn-hash = Taille de la table de transposition de chaque fil d'exécution
help-book-learn-example = Exemples :
    {"  "}othellier book learn f5d6c3d3c4 --book mien.book --level 20
    {"  "}othellier book learn partie.ggf --book mien.book --plies 30

help-book-merge = Fusionner deux bibliothèques ; l'évaluation la plus profonde l'emporte
help-book-merge-one = Une bibliothèque
help-book-merge-other = Une autre bibliothèque
help-book-merge-out = La bibliothèque à écrire ; ce peut être l'une des deux
help-book-merge-level = Niveau du champion qui évalue les positions, de 0 à 60
help-book-merge-threads = Positions évaluées en parallèle ; par défaut autant que de cœurs
help-book-merge-hash = Taille de la table de transposition de chaque fil d'exécution
help-book-merge-example = Exemple :
    {"  "}othellier book merge mien.book tien.book --out nos.book
    {""}
    Si une réponse est dans l'une des bibliothèques et la suivante dans aucune, elle est cherchée.

help-book-export = Écrire une bibliothèque en texte, en JSON, en problèmes (OBF) ou en lignes
help-book-export-out = Fichier à écrire ; `-` pour la sortie standard
help-book-export-book = La bibliothèque ; par défaut celle qui est fournie avec le programme
help-book-export-to = Format ; par défaut celui de l'extension : .txt, .json, .obf ou .lines
help-book-export-example = Exemples :
    {"  "}othellier book export biblio.txt --book mien.book
    {"  "}othellier book export - --to json | jq .position
    {""}
    Texte et JSON gardent tout ; OBF garde les valeurs en pions entiers, lines les coups seuls.

help-book-import = Importer du texte, du JSON, des problèmes (OBF) ou des lignes de coups dans une bibliothèque
help-book-import-file = Fichier à lire ; `-` pour l'entrée standard
help-book-import-book = La bibliothèque : créée si elle n'existe pas, sinon complétée
help-book-import-from = Format ; par défaut celui de l'extension : .txt, .json, .obf ou .lines
help-book-import-exact = Les scores des problèmes sont prouvés
help-book-import-level = Niveau du champion qui évalue les positions, de 0 à 60
help-book-import-threads = Positions évaluées en parallèle ; par défaut autant que de cœurs
help-book-import-hash = Taille de la table de transposition de chaque fil d'exécution
help-book-import-example = Exemples :
    {"  "}othellier book import biblio.txt --book mien.book
    {"  "}othellier book import finales.obf --book mien.book --exact
    {"  "}othellier book import parties.lines --book mien.book --level 20
    {""}
    Le contenu de la bibliothèque est conservé ; l'évaluation la plus profonde l'emporte.

help-book-check = Vérifier une bibliothèque : son fichier, la légalité de chaque réponse et la cohérence des valeurs
help-book-check-file = La bibliothèque ; par défaut celle qui est fournie avec le programme
help-book-check-example = Exemples :
    {"  "}othellier book check
    {"  "}othellier book check mien.book && echo valide

help-book-stats = Compter les positions d'une bibliothèque par demi-coup et par niveau, et dire d'où elles viennent
help-book-stats-file = La bibliothèque ; par défaut celle qui est fournie avec le programme
help-book-stats-example = Exemples :
    {"  "}othellier book stats
    {"  "}othellier book stats mien.book --json

help-generate = Générer des positions et des ouvertures
help-generate-example = Exemples :
    {"  "}othellier generate endgames --empties 16 --count 100 --seed 1 --out finales.obf
    {"  "}othellier generate openings --out ouvertures.txt

help-endgames = Générer des finales à partir d'un jeu bruité, du jeu du champion ou de parties, avec le score prouvé de chaque coup (OBF)
help-endgames-empties = Cases vides de chaque position
help-endgames-count = Nombre de positions, toutes différentes aux symétries près
help-endgames-seed = Graine des nombres aléatoires : la même graine produit les mêmes positions ; par défaut une graine au hasard, en unités toujours la même
help-endgames-unit = Positions d'une unité de travail
help-endgames-games = Prendre les positions dans les parties de ces fichiers ou dossiers, dans un ordre aléatoire
help-endgames-champion = Faire jouer le champion à cette profondeur, et quitter sa ligne par un à trois coups au hasard
help-endgames-half = Prendre une moitié de toutes les positions, par un hachage du plateau : l'une pour régler (tune), l'autre pour publier (report)
help-endgames-selectivity = Confiance voulue dans les scores, en pour cent : 73, 87, 95, 98, 99, ou 100 pour des preuves
help-endgames-boards_only = Écrire les positions sans scores : rien n'est résolu
help-endgames-out = Écrire dans ce fichier, et le reprendre s'il existe ; avec --shard ou --on, un dossier
help-endgames-threads = Positions résolues en parallèle ; par défaut autant que de cœurs
help-endgames-hash = Taille de la table de transposition de chaque fil d'exécution
help-endgames-example = Exemples :
    {"  "}othellier generate endgames --empties 12 --count 5 --seed 1
    {"  "}othellier generate endgames --empties 20 --count 1000 --seed 1 --out finales.obf
    {"  "}othellier generate endgames --empties 30 --count 60 --seed 1 --selectivity 99 --out probables.obf
    {"  "}othellier generate endgames --empties 26 --count 200 --seed 26 --boards-only > positions.obf
    {"  "}othellier generate endgames --games WTH_1999.wtb --empties 16 --count 100 --seed 1
    {"  "}othellier generate endgames --champion 8 --half tune --empties 24 --count 50 --seed 1

help-openings = Générer la liste des ouvertures équilibrées
help-openings-plies = Demi-coups de chaque ouverture
help-openings-depth = Profondeur de recherche du champion à partir de là, en demi-coups
help-openings-within = Garder les ouvertures dont le score est à ce nombre de pions au plus de l'égalité
help-openings-out = Écrire dans ce fichier, et le reprendre s'il existe
help-openings-threads = Ouvertures cherchées en parallèle ; par défaut autant que de cœurs
help-openings-example = Exemples :
    {"  "}othellier generate openings --plies 6 --depth 6
    {"  "}othellier generate openings --out equilibrees.txt      la liste par laquelle commencent les matchs
    {"  "}othellier match A B --openings equilibrees.txt
    {"  "}Après une interruption, la même commande reprend où elle s'est arrêtée.

help-bench = Chercher dans un ensemble fixe de positions : signature et vitesse de la recherche
help-bench-kernel = Jeu d'instructions ; par défaut le meilleur de la machine
help-bench-threads = Comparer ces nombres de fils d'exécution à un seul, dans des preuves de 20 à 24 cases vides
help-bench-midgame = Comparer dans des recherches de milieu de partie de 30 à 36 cases vides, à 73 % de confiance, au lieu de preuves
help-bench-depth = Profondeur des recherches de milieu de partie en demi-coups ; par défaut 28
help-bench-hash = Taille de la table de transposition que les fils d'exécution partagent
help-bench-example = Exemples :
    {"  "}othellier bench
    {"  "}othellier bench --kernel scalar --json     une autre vitesse, la même signature
    {"  "}othellier bench --threads 1,2,4,8,16       des preuves : ce que valent plus de fils d'exécution
    {"  "}othellier bench --threads 16 --midgame     des recherches de milieu de partie, avec 1 et 16 fils

help-tournament = Jouer un tournoi : toutes rondes, un contre tous, système suisse ou élimination directe
help-tournament-player = Qui joue : voir `othellier players` ; un nom peut précéder : `nouveau=pvs(depth=4)`
help-tournament-players = Prendre aussi les joueurs de ce fichier TOML : `[[players]]`, chacun avec `spec` et, si l'on veut, `name`
help-tournament-format = Qui rencontre qui : toutes rondes, un contre tous (gauntlet), système suisse ou élimination directe
help-tournament-rounds = Rondes d'un tournoi suisse ; par défaut assez pour un vainqueur, et deux de plus
help-tournament-runners = Combien des premiers joueurs affrontent tous les autres (gauntlet) ; par défaut 1
help-tournament-games = Parties d'une rencontre, en nombre pair : chaque ouverture est jouée avec les deux couleurs
help-tournament-openings = Partir des ouvertures de ce fichier, une par ligne : des coups ou une position
help-tournament-random_plies = Commencer par ce nombre de demi-coups au hasard, 0 pour aucun ; par défaut, les parties partent des ouvertures équilibrées de la liste intégrée, et sur les autres plateaux de 8 demi-coups au hasard
help-tournament-time_per_move = Le temps maximal de chaque coup ; un joueur qui le dépasse perd la partie (avec une tolérance de 50 ms : un fil d'exécution peut attendre un cœur)
help-tournament-clock = Le temps de chaque joueur pour toute la partie, avec un incrément par coup ou un byo-yomi facultatif : `5m`, `5m+2s`, `5m/30s` ; un joueur qui le dépasse perd la partie
help-tournament-csv = Écrire une ligne par partie dans ce fichier
help-tournament-standings_csv = Écrire le classement final dans ce fichier, une ligne par joueur
help-tournament-games_out = Écrire les coups et le résultat de chaque partie dans ce fichier
help-tournament-prior = Nulles de chacun contre un joueur moyen que le classement Elo suppose, de 0 à 1000 : avec 1, tous sont finis
help-tournament-brightwell = Ce que vaut un point d'un adversaire dans le départage de Brightwell
help-tournament-size = Cases par côté : 4, 6, 8 ou 10
help-tournament-threads = Parties jouées en parallèle ; par défaut autant que de cœurs
help-tournament-example = Exemples :
    {"  "}othellier tournament level-1 level-2 level-3 level-4 --games 10
    {"  "}othellier tournament --players joueurs.toml --format swiss --rounds 7 --out suisse
    {"  "}othellier tournament neuf='pvs(depth=4)' vieux='pvs(depth=3)' level-6 --format gauntlet

help-tune = Régler par SPSA des nombres d'un joueur : ceux que son texte laisse ouverts, ou les paramètres du champion
help-tune-out = Garder les parties et les résultats dans ce dossier ; relancé, il reprend
help-tune-list = Lister les paramètres du champion avec leurs valeurs et leurs bornes
help-tune-number = Un nombre à régler, que le joueur mentionne par {"{"}NOM{"}"} ; peut être répété
help-tune-parameter = Un paramètre du champion à régler ; plusieurs, séparés par des virgules ; par défaut tous, s'il n'y a pas de --number
help-tune-iterations = Nombre d'itérations, dont dépendent les pas et les vitesses
help-tune-games = Parties d'une itération, en nombre pair : chaque ouverture est jouée avec les deux couleurs
help-tune-batch = Itérations qui partent des mêmes valeurs, et qui se jouent en même temps ; 1 est la méthode de Spall
help-tune-unit = Parties d'une unité de travail ; par défaut celles d'une itération
help-tune-player = Le joueur à régler ; par défaut, il cherche un nombre fixe de nœuds, pour que les parties ne dépendent pas de la vitesse de la machine
help-tune-rate = À quelle vitesse les valeurs bougent à la fin, en part de leur pas pour une paire gagnée
help-tune-threads = Unités jouées en parallèle ; par défaut autant que de cœurs
help-tune-example = Exemples :
    {"  "}othellier tune --out somme --number corners=10:0..50 --number mobility=1:0..20 \
    {"      "}--player 'alphabeta(depth=3, eval=sum(corners={"{"}corners{"}"}, mobility={"{"}mobility{"}"}))'
    {"  "}othellier tune --out somme … --on nats://192.168.1.10:4222
    {"  "}cargo run --release --features tune -- tune --out lmr --parameter lmr_min_depth,lmr_reduction

    Les paramètres du champion ne changent que dans un programme compilé avec l'option `tune`, comme dans le
    dernier exemple ; il en va de même des ouvriers d'un serveur. DOSSIER/results/values.csv contient les
    nombres, tune.jsonl chaque itération.

help-evolve = Faire évoluer des poids par algorithme génétique : le meilleur génome est un évaluateur
help-evolve-out = Garder les parties et les résultats dans ce dossier ; relancé, il reprend
help-evolve-start = Le départ : `default`, `phased`, un fichier de génome, ou `random`
help-evolve-player = La recherche qui utilise les gènes ; elle ne précise pas d'évaluateur
help-evolve-environment = Un joueur témoin ; à donner plusieurs fois ; par défaut la même recherche avec mobility, strategic et genome
help-evolve-population = Individus, en nombre pair, au plus 10 000
help-evolve-generations = Nombre de générations
help-evolve-until = S'arrêter dès que le meilleur d'une génération atteint cette fitness, en pions par partie
help-evolve-openings = Ouvertures jouées contre chaque témoin, avec les deux couleurs ; nouvelles à chaque génération
help-evolve-random_plies = Demi-coups au hasard de chaque ouverture
help-evolve-law = Comment les secteurs de la roulette croissent avec la fitness : `power:K`, (f + 64)^K, ou `exp:S`, e^(f/S)
help-evolve-crossover = Points de croisement
help-evolve-crossover_rate = Part des couples qui échangent des gènes
help-evolve-mutation = Un gène qui mute est remplacé par une valeur quelconque, ou décalé un peu
help-evolve-mutation_rate = Chance de chaque gène de muter
help-evolve-step = Le plus grand décalage d'un gène avec `--mutation nudge`
help-evolve-range = Les valeurs qu'un gène peut prendre
help-evolve-elite = Combien des meilleurs passent tels quels
help-evolve-renew = Renouveler l'environnement par les meilleurs après ce nombre de générations ; 0 jamais
help-evolve-renew_count = Combien des meilleurs prennent la place des plus vieux témoins
help-evolve-restart = Recommencer avec une population au hasard après chaque renouvellement, l'élite exceptée
help-evolve-unit = Parties d'une unité de travail ; par défaut celles d'un individu
help-evolve-charts = Dessiner fitness, diversité, roulette et poids dans ce dossier à la fin, en SVG et PNG
help-evolve-size = Cases par côté : 4, 6, 8 ou 10
help-evolve-threads = Unités jouées en parallèle ; par défaut autant que de cœurs
help-evolve-example = Exemples :
    {"  "}othellier evolve --out evolution --generations 30 --charts evolution/charts
    {"  "}othellier evolve --out evolution --generations 200 --until 25
    {"  "}othellier evolve --out evolution --on nats://192.168.1.10:4222
    {"  "}othellier match 'alphabeta(depth=2, eval=genome(file=evolution/results/best.txt))' level-4

    DOSSIER/results/best.txt contient le meilleur génome, generations.csv et generations.jsonl chaque génération.

help-convert = Convertir des fichiers de parties : WTHOR, GGF, SGF, PGN, transcriptions, OBF, les nôtres
help-convert-input = Fichier ou dossier à lire ; `-` pour l'entrée standard
help-convert-output = Fichier à écrire ; `-` pour la sortie standard
help-convert-from = Format à lire ; par défaut celui de l'extension, sinon du début du fichier
help-convert-to = Format à écrire ; par défaut celui de l'extension
help-convert-size = Cases par côté quand une transcription n'indique pas son plateau
help-convert-variations = Lire les variantes d'une partie (SGF) comme des parties ; par défaut seule la partie est gardée
help-convert-strict = Code de sortie 1 aussi si quelque chose est perdu, et pas seulement si une partie est refusée
help-convert-example = Exemples :
    {"  "}othellier convert WTH_1999.wtb parties.sgf
    {"  "}othellier convert wthor/ parties.txt              tous les fichiers d'un dossier
    {"  "}othellier convert partie.ggf - --to transcript    vers la sortie standard
    {"  "}othellier convert etude.sgf lignes.txt --variations

help-check = Vérifier des fichiers de parties : énumérer ce qui ne va pas, avec la ligne ou l'octet
help-check-file = Fichier ou dossier à vérifier ; `-` pour l'entrée standard
help-check-from = Format à lire ; par défaut celui de l'extension, sinon du début du fichier
help-check-size = Cases par côté quand une transcription n'indique pas son plateau
help-check-variations = Lire les variantes d'une partie (SGF) comme des parties
help-check-strict = Code de sortie 1 aussi pour ce qui est douteux, et pas seulement pour les parties refusées
help-check-theory = Prouver ce nombre de scores du jeu parfait, choisis au hasard
help-check-seed = Graine du choix
help-check-journal = Garder chaque score prouvé dans ce fichier, et reprendre à partir de lui s'il existe
help-check-example = Exemples :
    {"  "}othellier check WTH_1999.wtb
    {"  "}othellier check parties.sgf && echo valide
    {"  "}othellier check wthor/ --theory 10               prouver dix scores du jeu parfait
    {"  "}othellier check wthor/ --theory 200 --seed 1 --journal preuves.jsonl

help-diagram = Dessiner une partie ou une position comme dans les livres (SVG ou PNG)
help-diagram-game = Un fichier de parties, des coups comme `f5d6c3`, ou un plateau avec le trait
help-diagram-output = L'image à écrire : .svg ou .png
help-diagram-number = La partie du fichier, à partir de 1
help-diagram-from = Montrer le plateau après ce nombre de coups, et numéroter les suivants
help-diagram-to = Numéroter jusqu'à ce coup ; par défaut jusqu'au dernier
help-diagram-size = Cases par côté : 4, 6, 8 ou 10 ; par défaut, la taille de la position
help-diagram-width = Largeur de l'image en pixels
help-diagram-example = Exemples :
    {"  "}othellier diagram f5d6c3d3c4 ouverture.svg
    {"  "}othellier diagram WTH_1999.wtb partie.png --number 12 --from 40
    {"  "}othellier diagram partie.sgf fin.svg --from 60      la position finale

help-picture = Dessiner ce que les rapports expliquent : indices, zones, croisement, mutation, arbre de jeu (SVG ou PNG)
help-picture-example = Exemples :
    {"  "}othellier picture indices indices.svg
    {"  "}othellier picture crossover croisement.png --points 3,7
    {"  "}othellier picture tree arbre.svg --position d3c3 --depth 2 --eval mobility

    Voir aussi : diagram (parties et positions), search --tree (l'arbre d'une recherche),
    evolve --charts (fitness, roulette, poids).
help-picture-indices = L'indice de chaque case : a1 vaut 0, ligne par ligne
help-picture-indices-output = L'image à écrire : .svg ou .png
help-picture-indices-size = Cases par côté : 4, 6, 8 ou 10
help-picture-indices-example = Exemple :
    {"  "}othellier picture indices indices.svg
help-picture-zones = Les zones de `eval=regions`, coins vides puis deux coins pris
help-picture-zones-output = L'image à écrire : .svg ou .png
help-picture-zones-size = Cases par côté : 4, 6, 8 ou 10
help-picture-zones-example = Exemple :
    {"  "}othellier picture zones zones.png
help-picture-crossover = Deux génomes avant et après un échange de gènes, en un point ou en deux
help-picture-crossover-output = L'image à écrire : .svg ou .png
help-picture-crossover-points = Nombre de gènes avant le point : un nombre échange ceux d'avant, deux ceux d'entre eux
help-picture-crossover-first = Les gènes du premier parent
help-picture-crossover-second = Les gènes du second parent, en même nombre
help-picture-crossover-example = Exemples :
    {"  "}othellier picture crossover un-point.svg
    {"  "}othellier picture crossover deux-points.svg --points 3,7
help-picture-mutation = Un génome avant et après une mutation
help-picture-mutation-output = L'image à écrire : .svg ou .png
help-picture-mutation-genes = Les gènes
help-picture-mutation-mutation_rate = Chance de chaque gène d'être remplacé
help-picture-mutation-range = Les valeurs qu'un gène peut prendre
help-picture-mutation-seed = Graine du hasard : la même graine refait la même mutation
help-picture-mutation-example = Exemple :
    {"  "}othellier picture mutation mutation.svg --seed 3
help-picture-tree = L'arbre de jeu entier sur quelques demi-coups, avec la valeur de chaque nœud
help-picture-tree-output = L'image à écrire : .svg ou .png
help-picture-tree-depth = Demi-coups à développer, de 1 à 4
help-picture-tree-eval = Ce qui évalue les feuilles : voir `othellier evaluators`
help-picture-tree-example = Exemple :
    {"  "}othellier picture tree arbre.svg --position d3c3 --depth 2 --eval mobility

help-lab = Mener des expériences et en rendre compte
help-lab-example = Exemples :
    {"  "}othellier lab list                      les expériences des rapports d'étudiants
    {"  "}othellier lab run b1 --quick            l'une d'elles, en quelques secondes
    {"  "}othellier lab run mienne.toml           une des vôtres ; interrompue, elle reprend
    {"  "}othellier lab report lab-results/b1 --to pdf     un rapport à rendre

help-list = Lister les expériences qui viennent avec le programme
help-list-example = Exemple :
    {"  "}othellier lab list --lang fr

help-run = Mener des expériences : des noms de `lab list`, `all` pour toutes, ou vos fichiers
help-run-what = Noms d'expériences, `all`, ou fichiers
help-run-quick = La version courte de chacune : moins de parties, de positions et de profondeurs
help-run-out = Le dossier qui reçoit un dossier par expérience
help-run-seed = Graine des nombres aléatoires, au lieu de celle de l'expérience
help-run-set = D'autres valeurs pour une clé des grilles, comme depth=3,5 ou engine='gtp(cmd="edax -gtp")'
help-run-threads = Unités en parallèle ; par défaut autant que de cœurs
help-run-unit = Parties ou recherches d'une unité de travail
help-run-to = Formats du rapport, séparés par des virgules ; par défaut html et markdown
help-run-no_report = N'écrire aucun rapport ; `othellier lab report` peut encore le faire
help-run-example = Exemples :
    {"  "}othellier lab run b1 b4 --quick
    {"  "}othellier lab run all --out resultats       toutes les expériences des rapports
    {"  "}othellier lab run mienne.toml --threads 1   une à la fois, pour des temps plus fiables
    {"  "}othellier lab run b17 --set engine='gtp(cmd="edax -gtp -l 6")'

    Relancée, elle reprend avec ce qui manque. DOSSIER/NOM contient le journal, les réglages
    et des tables en CSV, Parquet et JSON. À la fin s'y ajoute une page avec figures : dans
    DOSSIER/NOM pour une expérience, dans DOSSIER pour plusieurs.

help-report = Faire un rapport de ce qu'une expérience a trouvé, dans le format à rendre
help-report-folder = Le dossier d'une expérience, ou un dossier qui en contient plusieurs
help-report-out = Où écrire ; par défaut au même endroit
help-report-to = Formats, séparés par des virgules ; par défaut html et markdown avec toutes les figures en SVG et PNG
help-report-markdown = Comme --to markdown
help-report-example = Exemples :
    {"  "}othellier lab report lab-results/b1             report.html, report.md, figures/
    {"  "}othellier lab report lab-results/b1 --to pdf    report.pdf
    {"  "}othellier lab report lab-results --lang fr      un rapport de toutes les expériences du dossier

    Typst et LaTeX viennent avec figures/*.pdf, Markdown avec figures/*.svg, à retoucher et à compiler ;
    HTML et PDF tiennent chacun en un fichier.

help-pages = Écrire les pages d'une documentation, en anglais et en français
help-pages-folder = Le dossier que `lab run` a écrit
help-pages-out = Le dossier de la documentation
help-pages-only = Seulement ces expériences
help-pages-quick = Les versions courtes au lieu des versions complètes
help-pages-example = Exemples :
    {"  "}othellier lab run all && othellier lab pages lab-results docs
    {"  "}othellier lab pages lab-results docs --only b3

    Les expériences inachevées sont refusées ; relancez la première commande pour les finir.

help-train = Apprendre une évaluation à partir du jeu contre soi-même
help-train-example = Exemples :
    {"  "}othellier train demo                               toute la boucle, en petit
    {"  "}othellier train selfplay parties --shards 100      puis ajuster, contrôler, rejouer
    {"  "}othellier train fit parties --out miens.bin --name miens

help-train-selfplay = Jouer contre soi-même et garder les positions avec le score final prouvé
help-train-selfplay-folder = Dossier des lots ; ceux qui y sont ne sont pas rejoués
help-train-selfplay-weights = Poids utilisés : un fichier, ou `rule` pour l'heuristique sans poids appris ; par défaut ceux du programme
help-train-selfplay-unit = Lots d'une unité de travail
help-train-selfplay-shards = Nombre de lots à atteindre
help-train-selfplay-games = Parties d'un lot ; dans un lot, une position, tournée ou reflétée, n'est gardée qu'une fois
help-train-selfplay-depth = Profondeur de recherche en demi-coups
help-train-selfplay-selectivity = Confiance de la recherche en pour cent : 73, 87, 95, 98, 99 ou 100
help-train-selfplay-solve_from = Résoudre les parties à partir de ce nombre de cases vides, au plus 30
help-train-selfplay-openings = Partir tour à tour de chacune des positions différentes après ce nombre de demi-coups, avec un coup au hasard de plus à chaque tour ; par défaut du départ
help-train-selfplay-random = Coups au hasard au début, du moins au plus ; par défaut 6-40, ou aucun avec --openings
help-train-selfplay-exploration_only = Ne garder que les positions d'exploration, sans celles des parties
help-train-selfplay-endgame_exploration = Finales d'exploration par partie : suites bruitées, résolues elles aussi
help-train-selfplay-midgame_exploration = Positions d'exploration par partie : après un coup au hasard, gardées avec la valeur d'une recherche
help-train-selfplay-best_line = Garder le meilleur jeu de la position résolue jusqu'à la fin et, à partir de chacune de ses positions, N coups au hasard, résolus eux aussi
help-train-selfplay-seed = Graine des nombres aléatoires : la même graine joue les mêmes parties, quel que soit le nombre de fils
help-train-selfplay-threads = Parties jouées en parallèle ; par défaut autant que de cœurs
help-train-selfplay-example = Exemples :
    {"  "}othellier train selfplay parties --weights rule --depth 2    sans poids appris
    {"  "}othellier train selfplay parties8 --openings 8 --games 1000 --shards 67
    {"  "}Après une interruption, la même commande reprend où elle s'est arrêtée.

help-train-label = Donner de nouvelles étiquettes aux exemples : la valeur d'une recherche plus profonde, ou le score prouvé
help-train-label-folder = Dossiers ou fichiers des lots à étiqueter
help-train-label-unit = Lots d'une unité de travail
help-train-label-to = Dossier des lots étiquetés
help-train-label-weights = Poids de la recherche : un fichier, ou `rule` ; par défaut ceux du programme
help-train-label-depth = Profondeur de recherche en demi-coups
help-train-label-selectivity = Confiance de la recherche en pour cent : 73, 87, 95, 98, 99 ou 100
help-train-label-solve_from = Prouver plutôt le score quand il reste ce nombre de cases vides ou moins
help-train-label-empties = Étiqueter les exemples qui ont ces nombres de cases vides
help-train-label-only = Laisser de côté les autres exemples, au lieu de les garder tels quels
help-train-label-threads = Lots étiquetés en parallèle ; par défaut autant que de cœurs
help-train-label-example = Exemples :
    {"  "}othellier train label parties --to parties12 --depth 12 --empties 20-40
    {"  "}othellier train label parties --to finales --solve-from 18 --empties 15-18 --only
    {"  "}Après une interruption, la même commande reprend où elle s'est arrêtée.

help-train-fit = Trouver les poids qui prévoient le mieux les exemples, et les écrire dans un fichier
help-train-fit-shards = Dossiers de lots, ou lots
help-train-fit-out = Écrire les poids dans ce fichier
help-train-fit-name = Le nom des poids ; par défaut celui du fichier
help-train-fit-steps = Nombre de pas ; chacun lit une fois tous les exemples
help-train-fit-penalty = Régularisation : comme si chaque poids avait été vu ce nombre de fois sans effet
help-train-fit-blend = Part de la valeur de la recherche dans la cible, le reste étant l'issue de la partie : de 0 à 1
help-train-fit-validation = Ensemble de validation : une partie sur ce nombre, exclue de l'apprentissage ; 0 pour aucune
help-train-fit-net = Entraîner ensuite un petit réseau sur le résidu, en ce nombre d'époques ; 0 : pas de réseau
help-train-fit-learning_rate = Taux d'apprentissage maximal du réseau
help-train-fit-seed = Graine du réseau : la même graine, avec les mêmes poids et exemples, donne le même réseau, quel que soit le nombre de fils
help-train-fit-example = Exemples :
    {"  "}othellier train fit parties --out miens.bin --name miens
    {"  "}othellier train fit parties parties8 --out miens.bin --blend 0.5 --steps 40 --json
    {"  "}othellier train fit parties --out miens.bin --net 5      et un réseau, en cinq époques de plus
    {"  "}Interrompue, elle écrit les poids trouvés jusque-là.

help-train-check = Confronter une évaluation à des scores connus, par nombre de cases vides
help-train-check-files = Problèmes (OBF), plateaux avec scores (.tsv : plateau, trait, score), lots ou dossiers de lots
help-train-check-weights = Poids à contrôler ; par défaut ceux du programme
help-train-check-eval = Contrôler plutôt cet évaluateur : voir `othellier evaluators` ; la plupart comptent en points, non en pions
help-train-check-example = Exemples :
    {"  "}othellier train check finales.obf --weights miens.bin
    {"  "}othellier train check scores.tsv parties --json
    {"  "}othellier train check finales.obf --eval mobility

help-train-probcut = Mesurer l'écart des recherches courtes aux profondes, et ajuster les modèles de la recherche sélective
help-train-probcut-shards = Dossiers de lots, ou lots, d'où prendre les plateaux
help-train-probcut-weights = Poids de la recherche ; par défaut ceux du programme
help-train-probcut-boards = Nombre de plateaux, également répartis sur les nombres de cases vides
help-train-probcut-depth = La recherche la plus profonde, en demi-coups
help-train-probcut-solve_from = Résoudre les plateaux qui ont ce nombre de cases vides ou moins
help-train-probcut-seed = Graine du choix aléatoire des plateaux
help-train-probcut-threads = Plateaux étudiés en parallèle ; par défaut autant que de cœurs
help-train-probcut-example = Exemples :
    {"  "}othellier train probcut parties --boards 4000 --depth 10
    {"  "}othellier train probcut parties --weights miens.bin --json

help-train-ordering = Mesurer ce que coûtent les coups près de la fin, et apprendre l'ordre des coups du solveur
help-train-ordering-shards = Dossiers de lots, ou lots, d'où prendre les plateaux ; aucun pour ne plus rien mesurer
help-train-ordering-costs = Le fichier des coûts : ce qui est mesuré s'y ajoute, et les plateaux qui y sont ne sont pas résolus de nouveau
help-train-ordering-out = Écrire ici le modèle appris ; celui du solveur est crates/search/weights/ordering.bin
help-train-ordering-boards = Nombre de plateaux résolus, avec au plus 300 positions de chacun
help-train-ordering-epochs = Nombre d'époques
help-train-ordering-validation = Ensemble de validation : un plateau sur ce nombre ; 0 pour aucun
help-train-ordering-seed = Graine du choix aléatoire des plateaux et des positions
help-train-ordering-threads = Plateaux résolus en parallèle ; par défaut autant que de cœurs
help-train-ordering-example = Exemples :
    {"  "}othellier train ordering parties --boards 5000 --costs couts.txt --out ordering.bin
    {"  "}othellier train ordering --costs couts.txt --out ordering.bin    apprend de ce qui a été mesuré avant
help-train-export = Exporter des poids en tables de texte (CSV), une par motif, ou les décrire
help-train-export-weights = Poids à écrire ; par défaut ceux du programme
help-train-export-to = Dossier des tables : une ligne par configuration, une colonne par ancre de phase
help-train-export-info = Afficher le nom, la somme de contrôle et la taille
help-train-export-example = Exemples :
    {"  "}othellier train export --to tables
    {"  "}othellier train export --weights miens.bin --info --json

help-train-picture = Dessiner les motifs de l'évaluation apprise dans un fichier SVG
help-train-picture-out = Écrire l'image dans ce fichier
help-train-picture-example = Exemple :
    {"  "}othellier train picture motifs.svg

help-train-demo = Montrer toute la boucle en petit : jouer, ajuster, mieux jouer, ajuster, et un match de chacun contre chacun
help-train-demo-to = Garder parties et poids dans ce dossier ; par défaut rien n'est gardé
help-train-demo-games = Parties que joue chaque génération
help-train-demo-match_games = Parties de chaque match
help-train-demo-seed = Graine des nombres aléatoires : la même graine répète la même démonstration
help-train-demo-example = Exemples :
    {"  "}othellier train demo
    {"  "}othellier train demo --to demo --games 20000    plus de parties, de meilleurs poids

help-serve = Servir la page : jouer, regarder, analyser et apprendre dans le navigateur
help-serve-port = Port à écouter ; 0 en prend un libre
help-serve-bind = Adresse à écouter ; par défaut cette machine seule accède à la page
help-serve-host = Un nom par lequel les navigateurs atteignent cette machine, outre ses adresses ; peut être donné plusieurs fois
help-serve-data = Dossier des parties ; par défaut celui des données de l'utilisateur
help-serve-threads = Cœurs pour tout ce qui réfléchit ; par défaut tous
help-serve-memory = Mémoire pour les tables de tout ce qui réfléchit
help-serve-password = Un fichier avec un mot de passe pour tout le site
help-serve-trust_proxy = Croire ce qu'un proxy dit de ses clients (X-Forwarded-For, Forwarded) : un proxy de cette machine, ou ceux de ces adresses et réseaux
help-serve-log = Journal sur la sortie d'erreur, en JSON avec --json : rien, ce qui échoue, ce qui peut poser problème, chaque requête, ou aussi ce qui est refusé
help-serve-archive = L'archive ; par défaut celle de l'utilisateur, dans le dossier de données du système
help-serve-grid = Montrer les travaux et les ouvriers de la grille du serveur NATS à cette adresse ; d'une grappe, plusieurs, séparées par des virgules
help-serve-grid_user = Nom d'utilisateur ; le mot de passe est dans OTHELLIER_NATS_PASSWORD ou --grid-password-file
help-serve-grid_password_file = Fichier contenant le mot de passe de l'utilisateur
help-serve-grid_token_file = Fichier contenant un jeton ; ou mettez-le dans OTHELLIER_NATS_TOKEN
help-serve-grid_credentials = Fichier d'identité de NATS (.creds)
help-serve-grid_tls_ca = Autorité de certification du serveur NATS (PEM) : chiffre la connexion
help-serve-grid_tls_cert = Certificat à montrer au serveur NATS (PEM)
help-serve-grid_tls_key = Clé du certificat (PEM)
help-serve-open = Ouvrir la page dans le navigateur
help-serve-ui = Dossier des fichiers de la page, au lieu de ceux du programme : pour qui la modifie
help-serve-example = Exemples :
    {"  "}othellier serve --open
    {"  "}othellier serve --bind 0.0.0.0 --port 8000     pour d'autres aussi, par le réseau
    {"  "}othellier serve --trust-proxy --host board.example --password secret.txt     derrière un proxy
    {"  "}othellier serve --grid nats://192.168.1.10:4222     avec les travaux de plusieurs machines

help-bot = Jouer dans un salon d'un serveur : un joueur du catalogue, ou tout moteur GTP ou NBoard
help-bot-room = Le lien du salon, tel que sa page l'affiche
help-bot-name = Nom dans le salon ; par défaut celui du joueur
help-bot-token = Fichier qui garde la clef du programme, pour qu'il revienne comme le même membre
help-bot-password = Un fichier avec le mot de passe du site, s'il en a un
help-bot-player = Qui joue : voir `othellier players`
help-bot-nboard = Le moteur parle NBoard au lieu de GTP
help-bot-seed = Graine des nombres aléatoires : la même graine répète le même jeu
help-bot-command = Le moteur et ses arguments
help-bot-example = Exemples :
    {"  "}othellier bot --room http://192.168.1.20:8088/r/K7QM-2XPA --player 'champion(level=6)'
    {"  "}othellier bot --room http://192.168.1.20:8088/r/K7QM-2XPA --name Edax -- edax -gtp

help-analyze = Analyser une partie : les erreurs, pourquoi c'en sont, la précision, le tournant
help-analyze-game = Un fichier de parties, `-` pour l'entrée standard, ou des coups comme `f5d6c3`
help-analyze-number = La partie du fichier, à partir de 1
help-analyze-level = Profondeur, de 0 à 60, comme les niveaux du champion
help-analyze-time = Temps pour toute la partie : de plus en plus profond jusqu'au bout
help-analyze-hash = Taille de la table de transposition
help-analyze-svg = Dessiner le cours de la partie dans ce fichier (SVG)
help-analyze-dark = Le dessiner sur fond sombre
help-analyze-html = Écrire dans ce fichier une page avec courbe, tableau, plateaux et raisons (HTML)
help-analyze-size = Cases par côté : 4, 6, 8 ou 10 ; par défaut, la taille de la partie
help-analyze-example = Exemples :
    {"  "}othellier analyze f5d6c5f4e3c6d3f6e6d7
    {"  "}othellier analyze WTH_1999.wtb --game 12 --html analyse.html
    {"  "}othellier analyze partie.sgf --time 1m --svg cours.svg --json

help-exercise = S'exercer : trouver le meilleur coup dans des finales, ou dans les erreurs d'une partie
help-exercise-empties = Cases vides de chaque position, de 4 à 24 ; par défaut 10
help-exercise-stars = Difficulté minimale, de 1 à 5
help-exercise-count = Nombre d'exercices ; par défaut jusqu'à ce qu'on quitte
help-exercise-example = Exemples :
    {"  "}othellier exercise                             des finales, l'une après l'autre
    {"  "}othellier exercise play --empties 8 --stars 3
    {"  "}othellier exercise game partie.sgf             ses propres erreurs
    {"  "}othellier exercise new --empties 12 --seed 1 --json
    {"  "}othellier exercise grade --position f5d6c3 --answer d3
help-exercise-play = Trouver le meilleur coup dans nos propres finales
help-exercise-play-empties = Cases vides de chaque position, de 4 à 24 ; par défaut 10
help-exercise-play-stars = Difficulté minimale, de 1 à 5
help-exercise-play-count = Nombre d'exercices ; par défaut jusqu'à ce qu'on quitte
help-exercise-play-example = Exemple :
    {"  "}othellier exercise play --empties 8 --count 5 --seed 1
help-exercise-game = Trouver les meilleurs coups manqués dans une partie
help-exercise-game-game = Un fichier de parties, `-` pour l'entrée standard, ou des coups comme `f5d6c3`
help-exercise-game-number = La partie du fichier, à partir de 1
help-exercise-game-side = Seulement les erreurs de ce camp ; par défaut celles des deux
help-exercise-game-level = Profondeur, de 0 à 60, comme les niveaux du champion
help-exercise-game-example = Exemple :
    {"  "}othellier exercise game WTH_1999.wtb --game 12 --side black
help-exercise-new = Produire des exercices de finale et les afficher, avec leur difficulté
help-exercise-new-empties = Cases vides de chaque position, de 4 à 24 ; par défaut 10
help-exercise-new-stars = Difficulté minimale, de 1 à 5
help-exercise-new-count = Nombre d'exercices
help-exercise-new-example = Exemple :
    {"  "}othellier exercise new --empties 12 --count 3 --stars 3 --seed 1 --json
help-exercise-grade = Comparer un coup au meilleur, et dire pourquoi il vaut moins
help-exercise-grade-answer = Le coup à noter
help-exercise-grade-level = Profondeur, de 0 à 60, comme les niveaux du champion
help-exercise-grade-example = Exemple :
    {"  "}othellier exercise grade --position f5d6c3 --answer d3 --json

help-archive = Garder des parties dans une archive, et les retrouver par joueur, tournoi, année, résultat ou position
help-archive-example = Exemples :
    {"  "}othellier archive import wthor/                       tous les fichiers d'un dossier
    {"  "}othellier archive search --player tamenori --year 1996-1998
    {"  "}othellier archive explore f5d6c3                      les coups joués ici et leurs résultats
help-archive-import = Ajouter des fichiers de parties à l'archive ; ce qui s'y trouve déjà n'ajoute rien
help-archive-import-files = Fichiers ou dossiers de parties ; `-` pour l'entrée standard
help-archive-import-from = Format à lire ; par défaut celui de l'extension, sinon du début du fichier
help-archive-import-size = Cases par côté quand une transcription n'indique pas son plateau
help-archive-import-archive = L'archive ; par défaut celle de l'utilisateur, dans le dossier de données du système
help-archive-import-example = Exemples :
    {"  "}othellier archive import wthor/ parties.sgf
    {"  "}othellier archive import WTH_2024.wtb --archive parties.sqlite
help-archive-search = Trouver des parties par joueur, tournoi, année, résultat, ouverture ou position
help-archive-search-limit = Nombre de parties à afficher, les plus récentes d'abord
help-archive-search-to = Écrire les parties sur la sortie standard dans ce format
help-archive-search-position = Parties passées par cette position, quelle que soit l'orientation
help-archive-search-player = Parties de ce joueur : une partie du nom, sans égard aux majuscules ; deux fois pour les deux joueurs
help-archive-search-black = Parties où ce joueur a les noirs
help-archive-search-white = Parties où ce joueur a les blancs
help-archive-search-event = Parties de ce tournoi : une partie de son nom
help-archive-search-year = Parties d'une année, ou d'années comme 1990-1999
help-archive-search-result = Parties qui ont fini ainsi
help-archive-search-opening = Parties entrées dans cette ouverture : son nom, ou ses coups ; quelle que soit l'orientation
help-archive-search-archive = L'archive ; par défaut celle de l'utilisateur, dans le dossier de données du système
help-archive-search-example = Exemples :
    {"  "}othellier archive search --player tamenori --player shaman
    {"  "}othellier archive search --position f5d6c3d3c4 --result white --year 2020-2024
    {"  "}othellier archive search --event "world championship" --limit 5 --to ggf
help-archive-explore = Afficher les coups joués dans une position, leurs résultats et l'évaluation de chaque coup par le champion
help-archive-explore-position = La position : `startpos`, un plateau avec son trait, ou des coups comme `f5d6c3`
help-archive-explore-level = Le niveau du champion, de 0 à 60 ; 8×8 seulement
help-archive-explore-player = Parties de ce joueur : une partie du nom, sans égard aux majuscules ; deux fois pour les deux joueurs
help-archive-explore-black = Parties où ce joueur a les noirs
help-archive-explore-white = Parties où ce joueur a les blancs
help-archive-explore-event = Parties de ce tournoi : une partie de son nom
help-archive-explore-year = Parties d'une année, ou d'années comme 1990-1999
help-archive-explore-result = Parties qui ont fini ainsi
help-archive-explore-opening = Parties entrées dans cette ouverture : son nom, ou ses coups ; quelle que soit l'orientation
help-archive-explore-archive = L'archive ; par défaut celle de l'utilisateur, dans le dossier de données du système
help-archive-explore-example = Exemples :
    {"  "}othellier archive explore f5d6c3
    {"  "}othellier archive explore f5d6c3d3c4 --year 2015-2024 --player takanashi --level 16
help-archive-stats = Afficher le contenu de l'archive : parties, joueurs, tournois, années, résultats
help-archive-stats-check = Vérifier aussi tout le fichier : code de sortie 1 si quelque chose ne va pas
help-archive-stats-archive = L'archive ; par défaut celle de l'utilisateur, dans le dossier de données du système
help-archive-stats-example = Exemple :
    {"  "}othellier archive stats --json
help-archive-export = Écrire des parties de l'archive dans un fichier : toutes, ou celles d'une recherche
help-archive-export-output = Fichier à écrire ; `-` pour la sortie standard
help-archive-export-to = Format à écrire ; par défaut celui de l'extension
help-archive-export-position = Parties passées par cette position, quelle que soit l'orientation
help-archive-export-player = Parties de ce joueur : une partie du nom, sans égard aux majuscules ; deux fois pour les deux joueurs
help-archive-export-black = Parties où ce joueur a les noirs
help-archive-export-white = Parties où ce joueur a les blancs
help-archive-export-event = Parties de ce tournoi : une partie de son nom
help-archive-export-year = Parties d'une année, ou d'années comme 1990-1999
help-archive-export-result = Parties qui ont fini ainsi
help-archive-export-opening = Parties entrées dans cette ouverture : son nom, ou ses coups ; quelle que soit l'orientation
help-archive-export-archive = L'archive ; par défaut celle de l'utilisateur, dans le dossier de données du système
help-archive-export-example = Exemples :
    {"  "}othellier archive export parties.pgn
    {"  "}othellier archive export tamenori.sgf --player tamenori --position f5d6c3

help-grid = Faire de longs travaux par unités, sur une machine ou sur plusieurs
help-grid-example = Exemples :
    {"  "}othellier grid run match.toml --out match               toutes les unités sur cette machine
    {"  "}othellier grid run match.toml --shard 0/3 --out part0   la part de la première de trois machines
    {"  "}othellier grid merge part0 part1 part2 --out match      les résultats des trois
    {"  "}othellier grid submit match.toml --to nats://club:4222  pour les ouvriers d'un serveur

    Un fichier de travail nomme un genre de travail et ses réglages : voir « othellier docs », page grid.

help-mobility-census = Compter les coups légaux qu'offrent des parties au hasard, demi-coup par demi-coup
help-mobility-census-games = Nombre de parties
help-mobility-census-unit = Parties d'une unité de travail
help-mobility-census-threads = Unités faites en parallèle ; par défaut autant que de cœurs
help-mobility-census-example = Exemples :
    {"  "}othellier mobility-census --games 100000
    {"  "}othellier mobility-census --games 1000000000 --out census --on nats://192.168.1.10:4222

    DOSSIER/results/plies.csv donne le plus petit nombre, le plus grand et la moyenne des coups légaux à
    chaque demi-coup.

help-grid-run = Faire les unités d'un travail sur cette machine ; relancée, elle reprend avec celles qui manquent
help-grid-run-job = Le fichier de travail, ou un genre de travail
help-settings = Réglages d'un genre, comme games=1000
help-grid-run-shard = Faire une unité sur N à partir de l'unité I : la part d'une machine sur N ; `grid merge` les réunit
help-grid-run-out = Le dossier des résultats ; plusieurs machines peuvent en partager un
help-grid-run-threads = Unités en parallèle ; par défaut autant que de cœurs
help-grid-run-example = Exemples :
    {"  "}othellier grid run match.toml --out match
    {"  "}othellier grid run match.toml --shard $SLURM_ARRAY_TASK_ID/16 --out match
    {"  "}othellier grid run mobility-census games=100000 --out census

    DOSSIER garde le travail et le résultat de chaque unité. Quand toutes sont faites, DOSSIER/results
    contient les tables habituelles du travail, et DOSSIER/provenance.parquet dit d'où vient chaque
    résultat.

help-grid-merge = Réunir les dossiers de plusieurs machines ; chaque unité doit y être une fois
help-grid-merge-folders = Dossiers que `grid run` a écrits pour le même travail
help-grid-merge-out = Le dossier des résultats
help-grid-merge-threads = Unités refaites en parallèle ; par défaut autant que de cœurs
help-grid-merge-example = Exemple :
    {"  "}othellier grid merge part0 part1 part2 --out match --audit 1
help-grid-submit = Soumettre un travail à un serveur NATS, pour ses ouvriers ; soumis à nouveau, il est complété
help-grid-submit-job = Le fichier de travail, ou un genre de travail
help-grid-submit-to = Adresse du serveur ; d'une grappe, plusieurs, séparées par des virgules
help-grid-submit-lease = Temps pendant lequel une unité peut ne montrer aucun progrès avant d'aller à un autre ouvrier
help-grid-submit-priority = Priorité du travail : les ouvriers prennent d'abord, tour à tour, les unités de ceux qui ont la plus haute
help-grid-submit-replicas = Garder chaque unité et chaque résultat sur tant de serveurs d'une grappe
help-grid-submit-example = Exemples :
    {"  "}othellier grid submit match.toml --to nats://192.168.1.10:4222
    {"  "}othellier grid submit urgent.toml --to nats://192.168.1.10:4222 --priority 1
    {"  "}othellier grid submit selfplay.toml --to nats://grid.example.org:4222 --credentials lab.creds --replicas 3
help-grid-status = Montrer les travaux et les ouvriers d'un serveur NATS : avancement, débit, temps restant ; en direct au terminal
help-grid-status-job = Ce travail seulement, avec les erreurs des unités abandonnées
help-grid-status-once = Afficher l'état une seule fois, même au terminal
help-grid-status-example = Exemples :
    {"  "}othellier grid status --from nats://192.168.1.10:4222
    {"  "}othellier grid status my-match --from nats://192.168.1.10:4222 --json
help-grid-collect = Recueillir les résultats d'un travail depuis un serveur NATS dans un dossier ; reprend après un arrêt
help-grid-collect-job = Le travail : son identifiant, le début de celui-ci ou son nom
help-grid-collect-out = Dossier des résultats
help-grid-collect-threads = Unités refaites en parallèle ; par défaut autant que de cœurs
help-grid-collect-example = Exemples :
    {"  "}othellier grid collect my-match --from nats://192.168.1.10:4222 --out my-match
    {"  "}othellier grid collect my-match --out my-match --audit 20

    Chaque résultat est vérifié : ses parties sont rejouées, ses scores recomptés. Des unités de chaque
    ouvrier sont refaites ici ; un ouvrier dont les octets diffèrent est exclu, et ses unités sont
    refaites.
help-grid-cancel = Reprendre les unités d'un travail qui n'ont pas encore de résultat ; ses résultats restent
help-grid-cancel-job = Le travail : son identifiant, le début de celui-ci ou son nom
help-grid-cancel-delete = Supprimer aussi les résultats sur le serveur
help-grid-cancel-example = Exemples :
    {"  "}othellier grid cancel 3f2a91c0 --from nats://192.168.1.10:4222
    {"  "}othellier grid cancel my-match --from nats://192.168.1.10:4222 --delete
help-worker = Faire des unités des travaux d'un serveur NATS
help-worker-url = Adresse du serveur ; d'une grappe, plusieurs, séparées par des virgules
help-worker-threads = Unités à la fois ; par défaut, le nombre de cœurs
help-worker-job = Seulement les unités de ce travail : son identifiant, le début de celui-ci ou son nom
help-worker-name = Nom de cet ouvrier dans l'état de la grille ; par défaut, celui de la machine et un numéro
help-worker-until_empty = Finir quand il ne reste plus d'unité, au lieu d'attendre d'autres travaux
help-worker-cache = Dossier pour les poids et les bibliothèques des travaux
help-worker-example = Exemples :
    {"  "}othellier worker nats://192.168.1.10:4222
    {"  "}othellier worker nats://grid.example.org:4222 --user club --threads 4
    {"  "}othellier worker nats://127.0.0.1:4222 --until-empty --json
help-from = Adresse du serveur, plusieurs d'une grappe séparées par des virgules ; par défaut OTHELLIER_NATS_URL, sinon cette machine
help-user = Nom d'utilisateur ; le mot de passe est dans OTHELLIER_NATS_PASSWORD ou --password-file
help-password_file = Fichier contenant le mot de passe de l'utilisateur
help-token_file = Fichier contenant un jeton ; ou mettez-le dans OTHELLIER_NATS_TOKEN
help-credentials = Fichier d'identité de NATS (.creds)
help-tls_ca = Autorité de certification du serveur (PEM) : chiffre la connexion
help-tls_cert = Certificat à montrer au serveur (PEM)
help-tls_key = Clé du certificat (PEM)
