# Erreurs de la ligne de commande. Chacune est une phrase sans point final.
error-unknown-command = la commande `{ $written }` n'existe pas ; le nom le plus proche est `{ $near }`, et `othellier docs` les énumère toutes
error-unknown-option = l'option `{ $written }` n'existe pas ici ; le nom le plus proche est `{ $near }`, et `othellier docs` les énumère toutes
error-unexpected-argument = argument inattendu : `{ $written }`
error-missing-value = { $argument } attend une valeur
error-invalid-value = `{ $written }` n'est pas une valeur de { $argument } ; valeurs possibles : { $valid } ; le nom le plus proche est `{ $near }`, et `othellier docs` les énumère toutes
error-bad-value = `{ $written }` n'est pas une valeur de { $argument } ; attendu : { $expected }
error-unreadable-value = `{ $written }` n'est pas une valeur de { $argument } : { $why }
error-not-text = un argument n'est pas en UTF-8 valide ; seuls les noms de fichiers peuvent contenir d'autres octets
error-missing-argument = il manque { $argument }
error-given-twice = { $argument } est donné deux fois
error-conflict = { $first } est incompatible avec { $second }
error-unknown-name = { $kind ->
    [evaluator] l'évaluateur
   *[player] le joueur
} `{ $written }` n'existe pas ; possibles : { $known } ; le plus proche est `{ $near }`
error-unknown-key = { $owner } n'a pas d'option `{ $written }` ; { $count ->
    [0] il n'en prend aucune
   *[other] options possibles : { $known } ; le nom le plus proche est `{ $near }`, et `othellier docs` les énumère toutes
}
error-bad-key = `{ $written }` n'est pas une valeur de { $key } de { $owner } ; attendu : { $expected }
error-missing-key = { $owner } a besoin de { $key } : { $about }
error-refused = { $owner } : { $why }
error-no-kernel = cette machine ne peut pas exécuter le noyau { $kernel } ; `othellier version` indique celui qui est utilisé

# La fin d'une phrase qui commence par le fichier.
file-in-use = un autre programme y écrit
file-too-large = fichier trop grand ; attendu : { $most } octets au plus
file-named-pipe = c'est un tube nommé ; attendu : un fichier
file-not-text = la ligne { $line } n'est pas du texte ; attendu : UTF-8

# Pourquoi un joueur n'a pas donné de coup, après son nom.
player-no-move = il n'a pas de coup
player-stopped = il a été arrêté
player-resigned = il abandonne
player-out-of-time = pas de réponse après { $time }
player-illegal = il a joué { $played }, ce qui est illégal
player-crashed = il a planté : { $words }
engine-not-started = impossible de lancer `{ $program }` : { $why }
engine-bad-command = la commande `{ $cmd }` est illisible : { $why }
engine-ended = le moteur s'est arrêté ({ $status })
engine-ended-saying = le moteur s'est arrêté ({ $status }) : { $words }
engine-stdin-blocked = le moteur ne lit pas son entrée
engine-long-line = le moteur a écrit une ligne de plus de { $most } octets
engine-unexpected-output = le moteur a écrit { $lines } lignes dont aucune ne répond à `{ $asked }`
engine-no-move = le moteur a répondu `{ $answered }` à `{ $asked }` ; attendu : une case ou `pass`
engine-refused = le moteur a refusé `{ $asked }` : { $why }

gtp-no-person = un humain ne peut pas servir de moteur ; indiquez un programme

version-commit = commit    { $commit }
version-no-commit = commit    inconnu : non compilé depuis un dépôt
version-kernel = noyau     { $kernel }
version-weights = poids     { $name } ({ $checksum })
version-signature = signature { $signature }

evaluate-probabilities = victoire { $win } %, nulle { $draw } %, défaite { $loss } %

moves-over = aucun coup : la partie est terminée
moves-line = { $played }  retourne { $count } : { $flipped }

perft-kernel-only-8 = ce noyau n'existe que pour le plateau 8×8 ; pour les autres tailles, omettez --kernel ou utilisez mailbox
perft-too-deep = aucune partie ne dure { $depth } demi-coups à partir d'ici ; maximum : { $most }
perft-result = profondeur { $depth } : { $nodes ->
    [one] { $nodes } feuille
   *[other] { $nodes } feuilles
} en { $seconds } s, { $rate } M/s ({ $kernel }, { $bits } bits par plateau, { $threads ->
    [one] { $threads } fil d'exécution
   *[other] { $threads } fils d'exécution
})

bench-part = { $name ->
    [endgames] finales
    [midgame] milieux de partie
   *[other] { $name }
} : { $positions } positions, { $nodes } nœuds en { $seconds } s
bench-total = signature { $signature }, { $rate } M nœuds/s ({ $kernel }, 1 fil d'exécution)
bench-threads = { $threads ->
    [one] { $threads } fil d'exécution
   *[other] { $threads } fils d'exécution
}
bench-threads-proofs = { $positions } preuves de 20 à 24 cases vides ({ $kernel }, table de { $table } Mio)
bench-threads-midgame = { $positions } recherches de milieu de partie de 30 à 36 cases vides, profondeur { $depth } à 73 % ({ $kernel }, table de { $table } Mio)
bench-threads-column-threads = fils
bench-threads-column-nodes = nœuds
bench-threads-column-seconds = secondes
bench-threads-column-rate = M nœuds/s
bench-threads-column-speedup = accélération
bench-threads-column-mean = moyenne géom.
bench-threads-column-ratio = nœuds ×

search-no-person = un humain n'a pas de recherche ; indiquez un programme
search-no-search = ce joueur n'a pas de recherche à montrer
search-no-tree = ce joueur n'a pas d'arbre à dessiner ; utilisez une recherche classique comme alphabeta(depth=2)
search-tree-too-deep = l'arbre ne peut être dessiné que jusqu'à la profondeur { $most }
search-drawn = Arbre dessiné dans { $file }.
search-not-drawn = impossible d'écrire { $file } : { $why }
search-depth = prof.
search-score = score
search-trust = valeur
search-nodes = nœuds
search-seconds = temps
search-line = variante principale
search-exact = exacte
search-estimate = estimée
search-seed = graine { $seed }
search-best = meilleur coup { $played }
search-cost = { $nodes ->
    [one] { $nodes } nœud
   *[other] { $nodes } nœuds
} en { $seconds } s, { $rate } nœuds/s, { $memory ->
    [one] { $memory } octet
   *[other] { $memory } octets
} au plus
search-table-short = table : { $probes ->
    [one] { $probes } consultation
   *[other] { $probes } consultations
}, { $hits ->
    [one] { $hits } trouvée
   *[other] { $hits } trouvées
}
search-table = table : { $probes ->
    [one] { $probes } consultation
   *[other] { $probes } consultations
}, { $hits ->
    [one] { $hits } trouvée
   *[other] { $hits } trouvées
}, { $collisions ->
    [one] { $collisions } collision
   *[other] { $collisions } collisions
}, { $filled ->
    [one] { $filled } case sur { $slots } remplie
   *[other] { $filled } cases sur { $slots } remplies
}
search-tree-maximises = le joueur au trait à la racine, qui maximise
search-tree-minimises = l'adversaire, qui minimise
search-tree-leaf = feuille : évaluation statique
search-tree-best-line = variante principale
search-tree-cut = élagué : ne peut pas changer la valeur
search-tree-window = alpha et bêta : la fenêtre à l'entrée
search-tree-finished = la partie est terminée
search-tree-truncated = l'arbre était plus grand que cette image

serve-ready = La page est à l'adresse { $url }
serve-data = Les parties sont enregistrées dans { $folder } ; Ctrl-C pour arrêter
serve-open-to-others = La page est accessible depuis le réseau : quiconque a le lien d'une partie peut y jouer
docs-unknown-page = il n'y a pas de page `{ $written }` ; le nom le plus proche est `{ $near }`, et `othellier docs` les énumère toutes
docs-written = { $count } fichiers écrits dans { $folder } ; ouvrez-y index.html
site-no-module = ce n'est pas un module WebAssembly ; `bindings/wasm/build` en fait un
docs-no-rustdoc = il ne contient pas la documentation de l'API (othellier/index.html) ; `cargo doc --workspace --no-deps` l'écrit dans target/doc

serve-grid-away = La grille ne répond pas encore et sera interrogée plus tard : { $why }
serve-goodbye = Au revoir
serve-no-page = il ne contient pas de page (index.html)
serve-no-folder = aucun dossier de données de l'utilisateur ; indiquez-en un avec --data
serve-no-browser = Impossible d'ouvrir un navigateur ; rendez-vous à l'adresse { $url }
serve-address = impossible d'écouter { $address } : { $why } ; un autre --port est peut-être libre
serve-folder = dossier { $folder } inutilisable : { $why }
serve-games = impossible d'enregistrer les parties dans { $file } : { $why }
serve-locked = { $folder } est utilisé par un autre serveur ({ $holder }) ; arrêtez-le, ou indiquez un autre dossier avec --data
serve-no-password = sa première ligne ne contient pas de mot de passe
serve-start = impossible de démarrer le serveur : { $why }

# Ce qu'une option accepte, après « attendu : »
expected-from = un nombre à partir de { $low }
expected-one-of = l'une des valeurs { $words }
expected-whole = un nombre entier
expected-smaller = un nombre plus petit
expected-share = un nombre de 0 à 1
expected-discs = un nombre de pions de 0 à 64
expected-positive = un nombre supérieur à 0, au plus 1000000
expected-rate = un nombre supérieur à 0, au plus 1
expected-even = un nombre pair comme 2
expected-side = 4, 6, 8 ou 10
expected-host = un nom d'hôte comme board.example, ou une adresse IP
expected-network = une adresse, ou un réseau comme 10.0.0.0/8
expected-bytes = une taille comme 256MiB
expected-time = un temps comme 500ms, 2s ou 1m30s
expected-lease = un temps d'au moins 500ms, comme 30s
expected-genes = deux nombres entiers, le plus petit d'abord, comme -20,20
expected-elos = deux nombres d'au plus 3000, le plus petit d'abord, comme 0,10
expected-years = une année, ou deux comme 1990-1999
expected-numbers = des numéros et des intervalles comme 40-44,47
expected-law = power:4, exp:20 ou un autre nombre supérieur à 0
expected-participant = un nom avant le signe égal, comme new=pvs(depth=4)

# othellier bot
bot-link = `{ $link }` n'est pas le lien d'un salon ; il en faut un comme http://192.168.1.20:8088/r/K7QM-2XPA ou https://othello.example/r/K7QM-2XPA
bot-quotes = un mot de la commande du moteur contient les deux sortes de guillemets
bot-failed = impossible de jouer dans { $room } : { $why }
bot-size = le moteur ne joue pas sur un plateau de taille { $size }
bot-hello = { $name } est dans le salon { $room } ; Ctrl-C pour arrêter
bot-game = Partie contre { $opponent }, avec { $color }
bot-won = Gagné contre { $opponent }, avec { $color }
bot-lost = Perdu contre { $opponent }, avec { $color }
bot-draw = Nulle contre { $opponent }, avec { $color }
bot-black = Noir
bot-white = Blanc
bot-engine = Le moteur n'a pas donné de coup et abandonne : { $why }
bot-refused = Le serveur a refusé le coup : { $why }
bot-away = La connexion est rompue ({ $why }) ; nouvel essai
bot-goodbye = Le serveur a fermé la connexion ; nouvel essai
