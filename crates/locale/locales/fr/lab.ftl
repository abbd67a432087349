# Les expériences : les mener.
lab-waiting = { $name } demande ce qui manque ici : { $needs }
lab-list-waits = [demande { $needs }]
lab-unknown = `{ $written }` n'est ni une expérience de `othellier lab list` ni un fichier ({ $why }) ; vouliez-vous dire `{ $near }` ?
lab-begins = { $open ->
    [one] { $open } unité
   *[other] { $open } unités
} à faire, { $done ->
    [one] { $done } déjà faite
   *[other] { $done } déjà faites
}, { $threads } à la fois
lab-interrupted = interrompu ; la même commande reprendra ici
lab-done = { $finished ->
    [one] { $finished } unité sur { $units } est
   *[other] { $finished } unités sur { $units } sont
} dans { $folder } ({ $seconds } s)
lab-law = { $law } : meilleur { $first_best } → { $best }, moyenne { $first_mean } → { $mean }, diversité { $diversity }
lab-nodes-per-move = { $nodes ->
    [one] { $nodes } nœud
   *[other] { $nodes } nœuds
} par coup
lab-journal-not-one = ce n'est pas le journal d'une expérience
lab-journal-other = ce journal est d'une autre expérience, graine ou version ; donnez un autre --out, ou supprimez-le
lab-journal-version = ce journal vient d'une autre version d'othellier ; donnez un autre --out, ou supprimez-le
lab-journal-broken = la ligne { $line } du journal est illisible
lab-caption = Figure { $number } – { $title }
lab-pdf-missing = les polices du PDF n'ont pas ces caractères, qu'il montre par � : { $letters }
lab-no-experiment = il n'y a pas d'expérience dans { $folder } ; il faut un dossier écrit par `othellier lab run`

# De qui sont les résultats.
lab-arm-against = { $player } contre { $opponent }

# Les pages d'une documentation.
lab-pages-unfinished = { $name } n'est pas terminée ; `othellier lab run { $name }` la reprend
lab-pages-no-end = le résumé n'a pas de fin ; il faut une ligne { $end }

# Ce qui est mesuré.
lab-measure-wins = parties gagnées
lab-measure-draws = parties nulles
lab-measure-losses = parties perdues
lab-measure-score = score
lab-measure-elo = écart Elo
lab-measure-discs = écart moyen de pions
lab-measure-first-move = résultats par joueur et par couleur
lab-measure-last-move = résultats selon le dernier coup
lab-measure-occupation = plateau à la fin
lab-measure-game-time = durée moyenne d'une partie
lab-measure-time = temps moyen par coup
lab-measure-time-by-move = temps moyen de recherche par numéro de coup
lab-measure-median-time-by-move = temps médian de recherche par numéro de coup
lab-measure-nodes = nœuds en moyenne
lab-measure-nodes-by-move = nœuds en moyenne par numéro de coup
lab-measure-peak-memory = mémoire maximale
lab-measure-peak-memory-by-move = mémoire maximale par numéro de coup
lab-measure-cumulated-memory = mémoire allouée au total
lab-measure-live-memory = mémoire gardée après un coup
lab-measure-table-hits = positions retrouvées dans la table
lab-measure-table-collisions = collisions dans la table
lab-measure-table-fill = table occupée
lab-measure-squares = à qui est chaque case à la fin
lab-measure-predictions = vainqueur désigné (%)
lab-figure-title = { $part } : { $what }
lab-first-move-color-1 = Noir gagne
lab-first-move-color-2 = nulles
lab-first-move-color-3 = Blanc gagne
lab-first-move-player-1 = le joueur gagne
lab-first-move-player-2 = nulles
lab-first-move-player-3 = le joueur perd
lab-occupation-color-1 = Noir
lab-occupation-color-2 = Blanc
lab-occupation-color-3 = vide
lab-occupation-player-1 = pions du joueur
lab-occupation-player-2 = pions de l'adversaire
lab-occupation-player-3 = vide
lab-as-black = { $player } avec les Noirs
lab-as-white = { $player } avec les Blancs
lab-color-black = Noirs
lab-color-white = Blancs
lab-against = contre { $opponent }
lab-squares-unit = parties où le joueur a la case à la fin (%)
lab-weights-unit = valeur d'un pion sur la case
lab-axis-move = numéro du coup
lab-axis-depth = profondeur (demi-coups)
lab-axis-kib = taille de la table (Kio)
lab-phase-opening = début
lab-phase-middle = milieu
lab-phase-end = fin
lab-note-games = { $games ->
    [one] { $games } partie
   *[other] { $games } parties
} chacun{ $against } ; les barres d'erreur sont des intervalles à 95 %.
lab-note-games-plain = { $games ->
    [one] { $games } partie
   *[other] { $games } parties
} chacun{ $against }.
lab-note-bands = { $games ->
    [one] { $games } partie
   *[other] { $games } parties
} chacun{ $against } ; les bandes sont des intervalles à 95 % de la moyenne.
lab-note-middle-half = { $games ->
    [one] { $games } partie
   *[other] { $games } parties
} chacun{ $against } ; les bandes contiennent la moitié centrale des temps. Moyenne, 95 % et maximum sont dans la table by_move.
lab-note-positions = Moyenne de { $count ->
    [one] { $count } position
   *[other] { $count } positions
} chacune ; les bandes sont des intervalles à 95 %.
lab-note-positions-mean = Moyenne de { $count ->
    [one] { $count } position
   *[other] { $count } positions
}.
lab-note-once = Chaque recherche n'a été chronométrée qu'une fois : d'une exécution à l'autre, de tels temps varient beaucoup.
lab-note-predictions = { $games ->
    [one] { $games } partie
   *[other] { $games } parties
} ; une évaluation nulle compte pour moitié ; les bandes sont des intervalles à 95 % ; les passes ne comptent pas comme des coups ; les parties finies sont omises, ainsi que les coups que moins d'un quart des parties ont atteints.
lab-note-wheel = f est l'écart final moyen de pions d'un individu ; les parts sont les poids divisés par leur somme.

# Le rapport.
lab-report-several = Expériences
lab-report-unfinished = C'est inachevé : { $done ->
    [one] { $done } unité est faite
   *[other] { $done } unités sont faites
}, il en manque { $open }.
lab-report-quick = C'était une version courte, avec moins de parties et de positions : ses intervalles sont larges, et l'expérience entière peut dire autre chose.
lab-report-answer = Ce que cela dit
lab-report-other-settings = La conclusion du fichier a été tirée avec d'autres réglages et n'est pas montrée.
lab-report-compare = À côté du rapport d'étudiants
lab-report-setting = { $games ->
    [one] { $games } partie
   *[other] { $games } parties
} pour chaque joueur contre { $against } ; ouvertures : { $openings }. Tous les joueurs partent des mêmes ouvertures, et leurs adversaires tirent les mêmes nombres au hasard.
lab-report-listed = une liste
lab-report-and = { $rest } et { $last }
lab-report-score = { $rate } (à 95 % : de { $low } à { $high })
lab-report-score-with = { $score } avec { $value }
lab-report-meeting = { $score } contre { $opponent }
lab-report-meetings = { $name } marque { $scores }.
lab-report-stronger = { $name } est plus fort que { $opponents } : l'intervalle est au-dessus de 50 %.
lab-report-weaker = { $name } est plus faible que { $opponents } : l'intervalle est au-dessous de 50 %.
lab-report-even = Ces parties ne départagent pas { $name } et { $opponents } : l'intervalle contient 50 %.
lab-report-same-games = Tous les joueurs ont joué exactement les mêmes parties, coup pour coup : chacun marque { $score } contre { $opponent }.
lab-report-same-games-split = Tous les joueurs de même { $key } ont joué exactement les mêmes parties, coup pour coup. Contre { $opponent }, ils marquent { $scores }.
lab-report-equal = { $names } marquent { $count ->
    [2] tous deux
   *[other] tous
} { $score } contre { $opponent }.
lab-report-apart = Contre { $opponent }, { $best } { $bests ->
    [one] obtient le meilleur score, { $high },
   *[other] obtiennent le meilleur score, { $high } chacun,
} et { $worst } { $worsts ->
    [one] le moins bon, { $low }.
   *[other] le moins bon, { $low } chacun.
} Les intervalles sont disjoints : ce n'est pas dû au hasard.
lab-report-not-apart = Contre { $opponent }, { $best } { $bests ->
    [one] obtient le meilleur score, { $high },
   *[other] obtiennent le meilleur score, { $high } chacun,
} et { $worst } { $worsts ->
    [one] le moins bon, { $low }.
   *[other] le moins bon, { $low } chacun.
} Les intervalles se chevauchent : ces parties ne les départagent pas.
lab-report-breeding = { $population } individus de { $genes ->
        [one] { $genes } gène
       *[other] { $genes } gènes
    }, { $generations ->
        [one] { $generations } génération
       *[other] { $generations } générations
    }, { $runs ->
        [one] un essai
       *[other] { $runs } essais avec d'autres tirages
    }. Ils jouent par { $player }. Fitness : la différence finale moyenne de pions { $plies ->
        [0] depuis la position de départ, avec les deux couleurs, contre chaque témoin ; chaque génération en repart.
       *[other] sur { $openings ->
            [one] { $openings } ouverture
           *[other] { $openings } ouvertures
        } de { $plies ->
            [one] { $plies } demi-coup
           *[other] { $plies } demi-coups
        } au hasard, avec les deux couleurs, contre chaque témoin ; de nouvelles ouvertures à chaque génération.
    } Élite : { $elite }. Toutes les lois partent des mêmes individus et des mêmes ouvertures.
lab-report-renewal = { $every ->
        [one] À chaque génération
       *[other] Toutes les { $every } générations
    }, { $count ->
        [one] le meilleur individu prend la place du plus vieux témoin
       *[other] les { $count } meilleurs individus prennent la place des plus vieux témoins
    } : la même fitness vaut davantage ensuite.
lab-report-bred = L'individu de plus grande fitness d'une dernière génération, { $fitness } pions par partie avec { $law }. Dans un fichier, c'est un évaluateur, eval=genome(file=…) :
lab-report-costs = Ce que coûtent les coups du joueur :
lab-report-savings = { $what } à { $place } : { $least } { $count ->
    [one] demande
   *[other] demandent
} { $saved } de moins que { $most } ({ $low } contre { $high }).
lab-report-savings-none = { $what } à { $place } : { $low } pour tous.
lab-report-savings-noise = { $what } à { $place } : de { $low } à { $high } ; des écarts aussi petits sont du bruit de mesure.
lab-report-savings-range = { $what } à { $place } : de { $low } avec { $least } à { $high } avec { $most }.
lab-report-times-once = Chaque recherche n'a été chronométrée qu'une fois : les temps sont montrés, mais non comparés.
lab-report-guesses = Après le coup { $ply }, c'est { $best } qui désigne le plus souvent le vainqueur, { $high }, et { $worst } le moins souvent, { $low }.
lab-report-as-black = { $name } avec les Noirs gagne { $wins }, annule { $draws } et perd { $losses } des parties contre { $opponent } avec les Blancs.
lab-report-last-move = Selon la couleur qui a joué le dernier coup :
lab-report-by-color = Par joueur et par couleur ; les dernières parts sont les cases en fin de partie, en moyenne :
lab-report-rise = de { $first } à { $last } avec { $law }
lab-report-risen = De la première à la dernière génération, la fitness du meilleur individu, en pions par partie, passe { $rises }.
lab-report-wheels = L'individu le plus apte obtient { $shares }.
lab-report-theirs = Le rapport « { $source } »{ $place } : { $said }
lab-report-again = Pour mesurer à nouveau
lab-report-setting-name = réglage
lab-report-setting-value = valeur
lab-report-version = version
lab-report-weights = poids appris
lab-report-seed = graine
lab-report-fingerprint = empreinte des réglages
lab-report-machine = machine
lab-report-threads = unités à la fois, par exécution
lab-report-units = unités

lab-column-arm = joueur
lab-column-after = après le coup { $ply }
lab-column-evaluator = évaluateur
lab-column-part = partie
lab-column-against = contre
lab-column-effective = avec toutes ses options
lab-column-games = parties
lab-column-result = + = −
lab-column-score = score
lab-column-interval = 95 %
lab-column-elo = Elo
lab-column-discs = pions
lab-column-black = avec Noir
lab-column-white = avec Blanc
lab-column-color = couleur
lab-column-last-move = dernier coup
lab-column-share = part des parties
lab-column-wins = gagnées
lab-column-draws = nulles
lab-column-losses = perdues
lab-column-player-discs = ses pions
lab-column-opponent-discs = pions adverses
lab-column-empty = vide
lab-column-full = plateau rempli
lab-column-mean = moyenne
lab-column-median = médiane
lab-column-p95 = 95 % en moins de
lab-column-slowest = plus lent
lab-column-game = partie
lab-column-nodes = nœuds/coup
lab-column-rate = nœuds/s
lab-column-live = gardée
lab-column-peak = maximum
lab-column-cumulated = allouée/partie
lab-column-hits = retrouvées
lab-column-collisions = collisions
lab-column-fill = occupation
lab-column-law = loi
lab-column-runs = essais
lab-column-first-best = meilleur, première génération
lab-column-last-best = meilleur, dernière
lab-column-first-mean = moyenne, première
lab-column-last-mean = moyenne, dernière
lab-column-first-diversity = diversité, première
lab-column-last-diversity = diversité, dernière
lab-column-phase = phase
lab-column-positions = positions
lab-column-experiment = expérience
lab-column-what = quoi
lab-column-theirs = le rapport
lab-column-ours = ici
