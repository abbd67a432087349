# Les expériences : les mener.
lab-waiting = { $name } attend ce que cette version n'a pas : { $needs }
lab-list-waits = [attend { $needs }]
lab-unknown = `{ $written }` n'est ni une expérience de `othellier lab list` ni un fichier ({ $why }) ; vouliez-vous dire `{ $near }` ?
lab-begins = { $open ->
    [one] { $open } unité
   *[other] { $open } unités
} à faire, { $done ->
    [one] { $done } déjà faite
   *[other] { $done } déjà faites
}, { $threads } à la fois
lab-interrupted = interrompu ; la même commande reprendra ici
lab-done = { $finished ->
    [one] { $finished } unité sur { $units } est
   *[other] { $finished } unités sur { $units } sont
} dans { $folder } ({ $seconds } s)
lab-law = { $law } : meilleur { $first_best } → { $best }, moyenne { $first_mean } → { $mean }, diversité { $diversity }
lab-nodes-per-move = { $nodes ->
    [one] { $nodes } nœud
   *[other] { $nodes } nœuds
} par coup
lab-journal-not-one = ce n'est pas un journal du laboratoire
lab-journal-other = ce journal est d'une autre expérience, graine ou version ; donnez un autre --out, ou supprimez-le
lab-journal-broken = la ligne { $line } du journal est illisible
lab-no-experiment = il n'y a pas d'expérience dans { $folder } ; il faut un dossier écrit par `othellier lab run`

# Ce qui est mesuré.
lab-measure-wins = parties gagnées
lab-measure-draws = parties nulles
lab-measure-losses = parties perdues
lab-measure-score = score
lab-measure-elo = écart Elo
lab-measure-discs = écart moyen de pions
lab-measure-first-move = résultats par couleur
lab-measure-occupation = plateau à la fin
lab-measure-game-time = durée moyenne d'une partie
lab-measure-time = temps moyen par coup
lab-measure-time-by-move = temps médian de recherche par numéro de coup
lab-measure-nodes = nœuds en moyenne
lab-measure-nodes-by-move = nœuds en moyenne par numéro de coup
lab-measure-peak-memory = mémoire maximale
lab-measure-peak-memory-by-move = mémoire maximale par numéro de coup
lab-measure-cumulated-memory = mémoire demandée en tout
lab-measure-live-memory = mémoire gardée après un coup
lab-measure-table-hits = positions retrouvées dans la table
lab-measure-table-collisions = collisions dans la table
lab-measure-table-fill = table occupée
lab-measure-squares = à qui est chaque case à la fin
lab-measure-predictions = vainqueur nommé (%)
lab-figure-title = { $part } : { $what }
lab-first-move-1 = Noir gagne
lab-first-move-2 = nulles
lab-first-move-3 = Blanc gagne
lab-occupation-1 = Noir
lab-occupation-2 = Blanc
lab-occupation-3 = vide
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
} chacun ; les barres d'erreur sont des intervalles à 95 %.
lab-note-games-plain = { $games ->
    [one] { $games } partie
   *[other] { $games } parties
} chacun.
lab-note-bands = { $games ->
    [one] { $games } partie
   *[other] { $games } parties
} chacun ; les bandes sont des intervalles à 95 % de la moyenne.
lab-note-middle-half = { $games ->
    [one] { $games } partie
   *[other] { $games } parties
} chacun ; les bandes contiennent la moitié centrale des temps. Moyenne, 95 % et maximum sont dans la table by_move.
lab-note-positions = Moyenne de { $count ->
    [one] { $count } position
   *[other] { $count } positions
} chacune ; les bandes sont des intervalles à 95 %.
lab-note-predictions = { $games ->
    [one] { $games } partie
   *[other] { $games } parties
} ; une évaluation nulle compte pour moitié ; les bandes sont des intervalles à 95 % ; les coups que moins d'un quart des parties ont atteints sont omis.
lab-note-wheel = f est l'écart final moyen de pions d'un individu ; les parts sont les poids divisés par leur somme.

# Le rapport.
lab-report-several = Expériences
lab-report-unfinished = C'est inachevé : { $done ->
    [one] { $done } unité est faite
   *[other] { $done } unités sont faites
}, il en manque { $open }.
lab-report-quick = C'était une version courte, avec moins de parties et de positions : elle montre que tout marche, non qui est le plus fort.
lab-report-answer = Ce que cela dit
lab-report-compare = À côté du rapport d'étudiants
lab-report-setting = { $games ->
    [one] { $games } partie
   *[other] { $games } parties
} pour chaque joueur contre { $against } ; ouvertures : { $openings }. Tous les joueurs partent des mêmes ouvertures et rencontrent les mêmes dés.
lab-report-listed = une liste
lab-report-one = { $name } marque { $score }.
lab-report-same-games = Tous les joueurs ont joué exactement les mêmes parties, coup pour coup : chacun marque { $score }.
lab-report-same-games-split = Tous les joueurs de même { $key } ont joué exactement les mêmes parties, coup pour coup.
lab-report-apart = { $best } marque le plus, { $high }, et { $worst } le moins, { $low }. Les intervalles sont disjoints : c'est plus que du hasard.
lab-report-not-apart = { $best } marque le plus, { $high }, et { $worst } le moins, { $low }. Les intervalles se chevauchent : ces parties ne les départagent pas.
lab-report-breeding = { $population } individus de { $genes ->
        [one] { $genes } gène
       *[other] { $genes } gènes
    }, { $generations ->
        [one] { $generations } génération
       *[other] { $generations } générations
    }, { $runs ->
        [one] un essai
       *[other] { $runs } essais avec d'autres dés
    }. Ils jouent par { $player }. Fitness : la différence finale moyenne de pions sur { $openings ->
        [one] { $openings } ouverture
       *[other] { $openings } ouvertures
    } de { $plies ->
        [one] { $plies } demi-coup
       *[other] { $plies } demi-coups
    } au hasard, des deux couleurs, contre chaque témoin ; de nouvelles ouvertures à chaque génération. Élite : { $elite }. Toutes les lois partent des mêmes individus et des mêmes ouvertures.
lab-report-renewal = { $every ->
        [one] À chaque génération
       *[other] Toutes les { $every } générations
    }, { $count ->
        [one] le meilleur individu prend la place du plus vieux témoin
       *[other] les { $count } meilleurs individus prennent la place des plus vieux témoins
    } : la même fitness vaut davantage ensuite.
lab-report-bred = L'individu de plus grande fitness d'une dernière génération, { $fitness } pions par partie avec { $law }. Dans un fichier, c'est un évaluateur, eval=genome(file=…) :
lab-report-costs = Ce que coûtent les coups du joueur :
lab-report-savings = { $what }, à { $by } { $last }, toutes phases : de { $low } ({ $least }) à { $high } ({ $most }), { $times } fois autant.
lab-report-again = Pour mesurer à nouveau
lab-report-setting-name = réglage
lab-report-setting-value = valeur
lab-report-version = version
lab-report-weights = poids appris
lab-report-seed = graine
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
lab-column-interval = 95 %
lab-column-elo = Elo
lab-column-discs = pions
lab-column-black = avec Noir
lab-column-white = avec Blanc
lab-column-first = score de Noir
lab-column-full = plateau rempli
lab-column-mean = moyenne
lab-column-median = médiane
lab-column-p95 = 95 % en moins de
lab-column-slowest = plus lent
lab-column-game = partie
lab-column-nodes = nœuds/coup
lab-column-rate = nœuds/s
lab-column-live = gardée
lab-column-peak = maximum
lab-column-cumulated = demandée/partie
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
lab-column-what = quoi
lab-column-theirs = le rapport
lab-column-ours = ici
