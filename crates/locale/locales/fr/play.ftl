# Devant le plateau.
play-name-person = Joueur
play-name-numbered = Joueur { $number }
play-seed = Graine : { $seed }
play-untrusted = la partie sauvée fait jouer { $player }, qui lance un programme ou lit un fichier ; nommez ce joueur sur la ligne de commande si vous lui faites confiance
play-replaced = { $color ->
    [black] Noir
   *[other] Blanc
} est { $player } ; la partie sauvée a { $saved }
play-no-terminal = le plein écran demande un terminal ; utilisez --plain, ou face = "plain"

# Le fichier de réglages : ce qui ne va pas, après son nom.
config-line = ligne { $line } : { $why }
config-syntax = ce n'est pas du { $language } : `{ $written }`
config-repeated = la clé apparaît deux fois : `{ $written }`
config-given-twice = `{ $first }` et `{ $second }` ont le même sens ; gardez l'une des deux
config-unknown-key = il n'y a pas de clé `{ $key }` ; clés possibles : { $known } ; la plus proche est `{ $near }`
config-wrong-kind = la valeur de { $key } n'est pas du bon type ; attendu : { $expected }
config-key-black = { $key } (Noir)
config-key-white = { $key } (Blanc)
config-needs-mode = { $key } est sans effet sans mode, qui indique les joueurs
config-needs-table = le mode { $mode } { $color ->
    [black] de Noir
   *[other] de Blanc
} évalue avec une table de valeurs des cases ; attendu : 1 ou 2 pour lui dans h_table
config-unused = { $file } : le mode { $mode } { $color ->
    [black] de Noir
   *[other] de Blanc
} n'utilise pas { $keys }
expected-text = un texte, entre guillemets en cas de doute
expected-switch = true ou false
expected-pair = deux valeurs, celle de Noir et celle de Blanc, comme [1, 2]
expected-section = des clés avec leurs valeurs
expected-clock = un temps comme 5m, 5m+2s ou 5m/30s
expected-player = un joueur comme human ou champion(level=4)

# Qui joue : questions posées dans un terminal.
ask-who = Qui joue ? Entrée accepte la réponse entre crochets.
ask-kind = { $color ->
    [black] Noir (X)
   *[other] Blanc (O)
} : 1 une personne, 2 un programme [{ $default }]
ask-kind-again = Tapez 1, 2, ou l'un des joueurs de `othellier players`.
ask-strength = Force [{ $default }]
ask-strength-again = Tapez un nombre de 1 à { $last }, l'un des mots, ou l'un des joueurs de `othellier players`.
ask-strength-beginner = débutant
ask-strength-casual = amateur
ask-strength-club = joueur de club
ask-strength-strong = fort joueur
ask-strength-master = maître
ask-strength-superhuman = surhumain
ask-name = Nom [{ $default }]

play-prompt = Au tour de { $name } ({ $letter })
play-prompt-over = La partie est terminée (reculer, relancer, nouvelle, sauver, quitter)
play-possible = { $count ->
    [0] Aucun coup possible
    [1] 1 coup possible : { $moves }
   *[other] { $count } coups possibles : { $moves }
}
play-length = Longueur : { $length }
play-black-discs = Pions noirs : { $count }
play-white-discs = Pions blancs : { $count }
play-difference = Différence : { $difference }
play-clock = Temps restant pour { $name } : { $left }

play-plays = { $name } joue en { $square }.
play-passes = { $name } n'a pas de coup et passe.
play-resigned = { $name } abandonne.
play-out-of-time = Le temps de { $name } est écoulé.
play-won = { $name } ({ $letter }) gagne de { $score }.
play-draw = La partie est nulle.
play-final = Noir { $black }, Blanc { $white }, vides { $empties } ; { $moves ->
    [one] { $moves } coup
   *[other] { $moves } coups
} en { $seconds } s.
play-statistics = Statistiques de la partie
play-statistics-by-move = Par coup
play-statistics-moves = coups
play-statistics-move = coup
play-statistics-time = temps
play-statistics-nodes = nœuds
play-statistics-reused = réutilisés
play-statistics-flipped = retournés
play-statistics-discs = pions
play-statistics-pass = passe
play-statistics-played = { $letter } { $played }
play-restarted = Début de la partie : `avancer` la reparcourt, un nouveau coup la remplace.
play-new-game = Nouvelle partie ; `variantes` montre l'ancienne.
play-saved = Partie sauvée dans { $file }.
play-not-saved = Partie non sauvée : impossible d'écrire { $file } : { $why }
play-loaded = Partie { $file } chargée.
play-not-loaded = Partie non chargée : { $why }. La partie continue.
play-swapped = Côtés permutés : { $black } a les Noirs (X), { $white } les Blancs (O).
play-flips = { $square } retourne { $count } : { $turned }
play-paused = { $name } attend, pour ne pas effacer les coups suivants : `continuer` le laisse jouer, `avancer` passe au coup suivant.
play-waits = { $name } attend : `continuer` le laisse jouer.
play-pausing = Les programmes attendent ; `continuer` les laisse jouer.
play-branched = L'ancienne suite est conservée : `variantes { $number }` y revient.
play-no-variation = Rien n'a été quitté : un coup joué dans le passé ou une nouvelle partie crée une variante.
play-crashed = { $name } a planté ; vous jouez désormais à sa place.
play-program-illegal = { $name } voulait jouer { $played }, ce qui est illégal ; `continuer` lui redemande un coup.
play-program-failed = { $name } n'a pas donné de coup : { $why } ; `continuer` lui redemande un coup.

# Saisie fausse : ce qui ne va pas, ce qui est possible.
play-illegal = { $square } est illégal ici ; coups possibles : { $possible }
play-taken = { $square } est occupée ; coups possibles : { $possible }
play-no-pass = On ne passe que si l'on n'a pas de coup ; coups possibles : { $possible }
play-is-over = La partie est terminée : `reculer` reprend des coups, `nouvelle` en commence une autre.
play-not-your-turn = Ce n'est pas à un humain de jouer.
play-no-program-waits = Aucun programme n'attend.
play-at-start = C'est déjà le début.
play-at-end = C'est déjà le dernier coup.
play-no-such-move = Il n'y a pas de coup { $wanted } ; attendu : de 0 à { $last }
play-no-such-variation = Il n'y a pas de variante { $wanted } ; `variantes` les montre.
play-unknown-command = `{ $written }` n'est ni une case ni une commande ; la commande la plus proche est `{ $near }` ; `aide` les liste toutes
play-not-a-square = `{ $written }` n'est pas une case ; les cases vont de a1 à { $last }
play-no-argument = `{ $command }` s'emploie seul
play-needs-file = `{ $command }` attend un nom de fichier
play-needs-number = `{ $command }` attend un numéro

play-help-square = Tapez une case comme d3 pour y jouer, ou une commande :
play-help-file = FICHIER
play-help-a-square = CASE
play-help-help = cette liste
play-help-back = revenir à votre tour précédent
play-help-forward = avancer de nouveau
play-help-goto = aller à la position après N coups
play-help-restart = revenir au début ; un nouveau coup y remplace la partie
play-help-new = commencer une nouvelle partie ; l'ancienne est conservée
play-help-save = sauver la partie
play-help-load = charger une partie sauvée, avec ses joueurs et ses pendules
play-help-swap = échanger les deux joueurs
play-help-flips = afficher ce qu'un coup retournerait
play-help-statistics = afficher les statistiques de la partie
play-help-transcript = afficher les coups joués
play-help-variations = montrer les suites quittées, ou revenir à l'une d'elles
play-help-pause = faire attendre les programmes
play-help-continue = laisser jouer un programme qui attend
play-help-resign = abandonner
play-help-quit = quitter

# Le plein écran.
screen-welcome = Jouez avec les flèches et Entrée, d'un clic, ou en tapant une case comme d3.
screen-too-small = Terminal trop petit : il faut { $columns } colonnes et { $lines } lignes.
screen-moves = Coups
screen-thinking = réfléchit…
screen-thinks = { $name } ({ $letter }) réfléchit…
screen-over = La partie est terminée
screen-answer = Réponse
screen-help = Aide
screen-close = une touche pour fermer
screen-next-page = une touche : page suivante
screen-key-help = F1 aide
screen-key-play = Entrée jouer
screen-key-next = Tab suivant
screen-key-back = PgPréc/PgSuiv naviguer
screen-key-leave = Ctrl-D quitter
screen-help-cursor-keys = Flèches, Tab
screen-help-cursor = déplacer le curseur, aller à la case possible suivante
screen-help-play-keys = Entrée, Espace
screen-help-play = jouer sur la case du curseur
screen-help-go-keys = PgPréc, PgSuiv
screen-help-go = reculer, avancer ; Début, Fin : première, dernière position
screen-help-line-keys = Échap, Retour arr.
screen-help-line = effacer la ligne, la dernière lettre
screen-help-mouse-keys = Souris
screen-help-mouse = cliquer une case ou un coup ; la molette recule, avance
screen-help-leave-keys = Ctrl-D, Ctrl-C
screen-help-leave = quitter
