# L'aide en français : help-COMMANDE, help-COMMANDE-ARGUMENT, help-COMMANDE-example ; une clef
# help-ARGUMENT sert à toutes les commandes.
help = Othello (Reversi) : y jouer, l'étudier, le mesurer.
help-example = Exemple :
    {"  "}othellier play human random     jouer Noir contre le hasard
help-help = Afficher cette aide
help-version = Afficher la version, le noyau choisi et les poids
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
