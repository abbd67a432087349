# Erreurs des bibliothèques et du système. L'anglais est dans le code : c'est leur `Display`.
at-line = ligne { $line } : { $why }
at-column = ligne { $line }, colonne { $column } : { $why }
not-utf8 = l'octet { $offset } n'est pas du texte ; attendu : UTF-8

# Système d'exploitation.
system-not-found = fichier ou dossier introuvable
system-permission-denied = accès refusé
system-already-exists = existe déjà
system-is-a-directory = c'est un dossier ; attendu : un fichier
system-not-a-directory = un élément du chemin n'est pas un dossier
system-directory-not-empty = le dossier n'est pas vide
system-read-only = le système de fichiers est en lecture seule
system-full = il n'y a plus de place sur le disque
system-quota = le quota du disque est dépassé
system-file-too-large = le fichier est trop grand
system-invalid-filename = nom de fichier invalide ou trop long
system-broken-pipe = le lecteur a fermé le tube
system-address-in-use = l'adresse est déjà utilisée
system-address-not-available = l'adresse n'est pas celle de cette machine
system-connection-refused = connexion refusée
system-busy = la ressource est occupée
system-executable-busy = le programme est en cours d'exécution
system-timed-out = délai dépassé
system-interrupted = opération interrompue
system-unsupported = opération impossible ici
system-out-of-memory = mémoire insuffisante
system-unexpected-end = fin de fichier inattendue
system-write-zero = écriture impossible
system-not-seekable = ce n'est pas un fichier ordinaire
system-crosses-devices = les deux fichiers ne sont pas sur le même disque
system-too-many-links = trop de liens
system-invalid-data = données invalides
system-invalid-input = argument refusé par le système
system-input-output = erreur d'entrée-sortie
system-not-a-program = ce n'est pas un programme
system-too-many-files = trop de fichiers ouverts
system-loop = les liens symboliques tournent en rond

# Analyseurs de JSON, TOML, CSV ; leurs propres mots sont entre guillemets.
syntax = { $language } invalide : « { $said } »
syntax-unknown-field = la clé `{ $key }` n'existe pas ; attendu : { $known }
syntax-missing-field = il manque la clé `{ $key }`
syntax-duplicate-field = la clé `{ $key }` est donnée deux fois

# SQLite.
sqlite-corrupt = la base de données est endommagée
sqlite-not-a-database = ce n'est pas une base de données
sqlite-cannot-open = impossible d'ouvrir la base de données
sqlite-read-only = la base de données est en lecture seule
sqlite-busy = un autre programme y écrit
sqlite-other = erreur de SQLite : « { $said } »
store-use = { $file } est inutilisable : { $why }
store-version = une autre version de ce programme a enregistré les parties (schéma { $found }, attendu : { $expected })

# Positions et parties.
move-not-one = `{ $text }` n'est pas un coup ; attendu : une case de a1 à { $last }{ $side } ou pass
start-other-position = la partie en commentaire mène à une autre position
start-not-a-square = `{ $text }` n'est pas une case
obf-not-a-move = n'est pas un coup ; attendu : un champ comme G8:+18, PS:-4 ou +0
obf-illegal = n'est pas un coup légal dans cette position
obf-not-a-score = n'est pas un score ; attendu : un nombre entier de -{ $most } à +{ $most }
obf-twice = donne un second score à la même chose
obf-line-too-long = la ligne est trop longue
save-too-large = trop grand pour une partie enregistrée ; attendu : { $most } octets au plus
save-not-text = ce n'est pas du texte ; attendu : UTF-8
save-not-a-game = ce n'est pas une partie enregistrée ; attendu : `{ $format } { $version }`, lu : `{ $read }`
save-newer = la version { $version } est plus récente que celle que lit ce programme ({ $newest })
save-size = une partie sur { $found }×{ $found } ; attendu : { $expected }×{ $expected }
save-unexpected = attendu : { $expected } ; lu : `{ $read }`
save-stops = fin de texte inattendue ; attendu : { $expected }
save-illegal = `{ $attempted }` n'est pas légal ici
save-expected-size = `size 4`, `size 6`, `size 8` ou `size 10`
save-expected-start = `start` et une position
save-expected-move = le coup { $number } sur { $moves }
save-expected-time = une durée comme 1.25s
save-expected-player = un joueur comme `human` ou `champion(level=2)`
save-expected-clock = une pendule comme `5m`, `5m+2s` ou `5m/30s`
save-expected-nodes = `nodes NOMBRE` ou `nodes NOMBRE reused NOMBRE`
save-expected-ending = `ending resigned COULEUR` ou `ending out-of-time COULEUR`
save-expected-result = `result { $result }`, où mènent les coups
save-expected-no-result = aucun résultat, car la partie n'est pas finie
save-expected-escape = une barre oblique inverse suivie de \, n, r, t ou u
save-expected-nothing = rien après `end`
openings-over = la partie y est déjà finie ; attendu : une ouverture qui puisse être continuée
openings-empty = il n'y a aucune ouverture ; attendu : des coups ou une position par ligne
openings-too-many-plies = les parties sont finies avant { $plies } coups au hasard ; attendu : moins

# Joueurs et évaluateurs.
spec-unreadable = `{ $text }` est illisible : { $reason } ; attendu : NOM ou NOM(clé=valeur, …)
spec-no-name = il ne commence pas par un nom
spec-not-an-option = une option n'est pas de la forme clé=valeur
spec-twice = une option est donnée deux fois
spec-after-end = quelque chose suit la parenthèse fermante
spec-no-end = il manque la parenthèse fermante
spec-no-comma = une virgule ou une parenthèse fermante doit suivre une valeur
spec-open-quote = une valeur entre guillemets n'est pas terminée
spec-no-value = il manque une valeur
command-empty = elle est vide
command-open-quote = un guillemet n'est pas fermé
weights-foreign = ce n'est pas un fichier de poids de motifs
weights-version = les poids sont au format { $found }, que cette version ne lit pas
weights-damaged = les poids sont endommagés : la somme de contrôle est { $found }, non { $written }
weights-geometry = les poids correspondent à d'autres motifs
weights-malformed = les poids sont invalides : { $why }
weights-short = le fichier est trop court
weights-name = leur nom n'est pas du texte
weights-extra = quelque chose suit le dernier bloc
weights-too-large = un paramètre du réseau est trop grand
weights-length = un bloc n'a pas la bonne longueur
weights-compression = un bloc ne peut pas être décompressé
outcome-foreign = ce n'est pas un fichier de modèle de résultat
outcome-version = le modèle est au format { $found }, que cette version ne lit pas
outcome-dimensions = le réseau a d'autres dimensions
table-before-phase = une table précède le premier `phase`
table-no-empties = attendu : un nombre de cases vides, comme phase 30
table-bad-empties = `{ $word }` n'est pas un nombre de cases vides possible ici ; attendu : de 0 à { $most }, en décroissant
table-bad-value = `{ $word }` n'est pas une valeur ; attendu : un nombre entier de -{ $most } à { $most }
table-too-long = une table a plus de { $squares } nombres ; le plateau a { $squares } cases
table-too-short = une table s'arrête après { $found ->
    [one] { $found } nombre
   *[other] { $found } nombres
} ; le plateau a { $squares } cases
table-empty = il n'y a aucune table ; attendu : { $squares } nombres entiers
criterion-unknown = le critère `{ $text }` n'existe pas ; attendu, un parmi : { $known }
genome-feature = un critère et ses poids
genome-ends = fin de texte inattendue ; attendu : { $expected }
genome-version = la version `{ $found }` n'est pas connue ; attendu : { $version }
genome-header = un génome ne commence pas par `{ $line }` ; attendu : { $format } { $version }
genome-no-phases = `{ $line }` ne donne pas les phases ; attendu : phases 50 30 10
genome-order = `{ $line }` doit décroître à partir de { $most } cases vides au plus
genome-empty-phases = phases doit avoir au moins un nombre de cases vides
genome-too-large = `{ $word }` est trop grand
genome-not-a-number = `{ $word }` n'est pas un nombre entier
genome-twice = { $name } est donné deux fois
genome-count = { $name } a { $found ->
    [one] { $found } poids
   *[other] { $found } poids
} ; attendu : { $expected }, un par phase

# Livres d'ouvertures.
book-not-one = ce n'est pas une bibliothèque d'ouvertures
book-version = la bibliothèque est au format { $found } ; attendu : le format { $expected }
book-damaged = la bibliothèque est endommagée : la somme de contrôle est { $found }, non { $written }
book-short = la bibliothèque est invalide : elle est trop courte
book-provenance = la bibliothèque est invalide : sa provenance n'est pas du texte
book-count = la bibliothèque est invalide : le nombre de positions n'est pas celui de l'en-tête
book-position = la position { $number } de la bibliothèque est invalide : { $why }
book-position-order = elle n'est pas à sa place
book-position-value = sa valeur est hors limites
book-position-overlap = deux pions occupent la même case
book-position-not-canonical = ce n'est pas sa forme canonique
book-position-short = elle est trop courte
book-position-no-move = elle a une valeur mais pas de coup
book-position-not-a-move = son coup n'est ni une case ni une passe
book-position-confidence = sa confiance dépasse 100 pour cent
book-position-illegal = son coup n'est pas légal
book-position-over = elle a un coup alors que la partie est finie
entry-duplicate = la position y est deux fois
entry-illegal = { $played } n'est pas légal ici
entry-over = la partie est finie
entry-confidence = une confiance est de 100 au plus
text-not-a-book = ce n'est pas une bibliothèque ; attendu : { $format } { $version }
text-after-end = texte inattendu après la fin
text-no-end = fin de texte inattendue ; attendu : end et le nombre de positions
text-count = { $found ->
    [one] { $found } position trouvée
   *[other] { $found } positions trouvées
} ; attendu : { $expected }
text-no-value = attendu : une position et sa valeur
text-words = attendu : value, best, depth, confidence et level
text-not-a-number = `{ $text }` n'est pas un nombre
text-not-a-value = `{ $text }` n'est pas une valeur ; attendu : des pions, comme +0.35

# Expériences et évolution.
duration-not-one = `{ $text }` n'est pas une durée ; attendu : par exemple 500ms, 2s ou 1m30s
law-not-one = `{ $text }` n'est pas une loi de la roulette ; attendu : power:4, exp:20 ou un autre nombre au-dessus de 0
grid-no-value = `{ $text }` ne donne pas de valeur ; attendu : CLÉ=VALEUR ou CLÉ=VALEUR,VALEUR
evolution-odd = population de { $population } ; attendu : un nombre pair à partir de 2
evolve-until = until ; attendu : une différence de pions, de -{ $most } à { $most } sur ce plateau
evolution-elite = élite de { $elite } sur { $population } ; attendu : moins que tous
evolution-no-control = l'environnement est vide ; attendu : au moins un joueur témoin
experiment-no-grid-key = aucune grille n'a la clé `{ $key }` ; { $count ->
    [0] il n'y a pas de grille
   *[other] attendu, une parmi : { $known }
}
experiment-format = le format { $found } n'est pas connu ; attendu : { $expected }
part-name = un nom n'a que des minuscules, des chiffres et des tirets
part-name-twice = le nom est utilisé deux fois
part-none = cette section n'existe pas
part-not-a-table = attendu : une table, comme { "{" } games = 10 { "}" }
part-no-table = la table `{ $table }` n'existe pas ; attendu : matrix1 ou matrix2
part-fitness = une adaptation est un nombre de pions de -100 à 100
part-no-arm = compare : le bras `{ $arm }` n'existe pas ; attendu, un parmi : { $known }
part-too-many = { $count } { $what } ; attendu : { $most } au plus
part-nothing-to-play = il n'y a rien à jouer ; attendu : players, opponents et games
part-nothing-to-search = il n'y a rien à chercher ; attendu : list ou phases
part-nothing-to-breed = il n'y a rien à faire évoluer ; attendu : laws, generations, runs et openings
part-nothing-to-hash = il n'y a rien à hacher ; attendu : functions, passes, repetitions
part-no-positions-to-hash = il n'y a rien à hacher ; attendu : slots et games
part-nothing-to-count = il n'y a rien à compter ; attendu : boards et repetitions
part-not-a-key = { $option } n'est pas une clé de la grille
part-order = { $option } a deux nombres, le plus petit d'abord
part-sprt-colors = sprt compte des paires de parties ; attendu : colors = "swapped"
part-no-opponent = il n'y a pas d'adversaire
part-player-and-file = player ou file ; attendu : l'un des deux
part-few-games = { $file } : { $found } parties terminées ; attendu : autant que games le dit
part-no-move = { $name } : il n'y a pas de coup à choisir
part-unused-key = aucun joueur n'a { "{" }{ $key }{ "}" }
part-grid-value = `{ $value }` n'est pas une valeur de grille ; attendu : un nombre ou un texte
part-rate = un taux est un nombre de 0 à 1
part-nudge = nudge est un nombre d'au moins 1
part-checksum = { $arm } donne { $found } ; attendu : { $expected }
counted-games = parties
counted-positions = positions
counted-players = joueurs d'une grille
counted-individuals = individus
counted-openings = ouvertures
counted-units = parties, recherches ou générations

# Rapports.
pdf-picture = une figure ne peut pas être dessinée : « { $said } »
pdf-writer = le PDF ne peut pas être écrit : « { $said } »

# Grille : travaux et unités.
grid-settings = réglages : « { $said } »
grid-toml = ligne { $line } : « { $said } »
grid-format = format { $found } inconnu ; attendu : 1
grid-kinds = { $found ->
    [0] aucun genre
    [one] { $found } genre
   *[other] { $found } genres
} de travail ; attendu : un seul parmi { $kinds }
grid-setting = { $key } ; attendu : { $expected }
grid-not-an-input = « { $name } » désigne un fichier qui n'est pas une entrée du travail
access-program = il lancerait un programme, ce qui n'est pas permis ici
access-file = le fichier « { $name } » ne peut pas être lu ici
grid-program = « { $spec } » lance un programme, ce que les unités d'un travail ne peuvent pas faire
grid-openings = ouvertures : { $why }
grid-positions = positions : { $why }
grid-refused-games = { $name } : { $count ->
    [one] { $count } partie illisible
   *[other] { $count } parties illisibles
}
grid-not-tunable = règle les paramètres du champion ; attendu : un programme compilé avec l'option « tune »
grid-part = { $part } : { $why }
grid-part-timed = elle mesure des temps, qui diffèrent d'une machine à l'autre ; utilisez « othellier lab run »
grid-part-sprt = elle a un test séquentiel ; attendu : un travail du genre « match » avec « sprt »
grid-squares = un intervalle entre 0 et 60 comme 6-40
grid-positive = un nombre à partir de 1
grid-even = un nombre pair, pour que chaque unité ait des paires entières de parties
grid-fewer-units = au plus 10 000 000 d'unités dans un travail
grid-fewer-positions = moins de positions : il n'y en a pas autant
grid-exclusive = « openings » ou « random_plies », et « time_per_move » ou « clock »
grid-boards = des plateaux de 8, 6 ou 4 cases de côté, tous de la même taille
grid-selectivity = 73, 87, 95, 98, 99 ou 100
grid-bytes = une taille comme 256MiB
grid-range = un intervalle, le plus petit nombre d'abord
grid-values = CLÉ=VALEURS, comme depth=3,5
grid-half = tune ou report
grid-distinct = des noms tous différents
grid-above-zero = un nombre supérieur à 0
grid-state = autant de valeurs que de nombres à régler
grid-other-content = le contenu a une autre empreinte
grid-manifest-json = ce n'est pas le manifeste d'un travail : { $why }
grid-manifest-format = le manifeste a le format { $found } ; attendu : 2
grid-contradiction = le manifeste se contredit
grid-other-job = c'est un autre travail
grid-foreign-result = ce n'est pas le résultat d'une unité
grid-damaged-result = abîmé : l'empreinte du contenu n'est pas la bonne
grid-result-provenance = la provenance est illisible
grid-other-unit = le résultat d'une autre unité
grid-other-provenance = la provenance est celle d'un autre travail ou d'un autre moteur
grid-unreadable-rows = les lignes sont illisibles
grid-row-count = { $found ->
    [one] { $found } ligne
   *[other] { $found } lignes
} ; attendu : { $expected }
grid-wrong-row = la ligne { $row } est d'une autre partie ou position, enfreint les règles, ou porte un score qui ne découle pas de ses coups
grid-doubles = unités présentes dans deux dossiers : { $units }
grid-gaps = unités manquantes : { $units }
grid-other-version = le travail est pour la version { $theirs } et celle-ci est la { $ours }
grid-other-signature = le travail est pour la recherche de signature { $theirs } et celle-ci a { $ours }
grid-other-weights = le travail est pour d'autres poids « { $name } » que ceux de ce programme
grid-unit = unité { $number } : { $why }
grid-unit-stopped = arrêtée
grid-unit-crashed = plantage : { $said }
grid-order = l'unité { $number } vient à la place de l'unité { $expected }
grid-rows = les lignes de l'unité { $number } sont illisibles
