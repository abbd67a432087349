# Ce que coûtent de petites choses, ce que gagnent les fils, et qui sont les adversaires.
lab-set-unknown = aucune grille de { $name } n'a la clé `{ $key }` ; { $known ->
    [none] elle n'en a aucune
   *[other] valeurs possibles : { $known }
}

lab-timing-hashing = { $positions } positions de { $games ->
    [one] une partie au hasard
   *[other] { $games } parties au hasard
}, hachées { $passes ->
    [one] une fois
   *[other] { $passes } fois
} à chacune des { $repetitions ->
    [one] mesures (une seule)
   *[other] { $repetitions } mesures
} ; chaque hachage se termine par la case correspondante d'une table de { $slots }. La somme de toutes les cases est comparée à celle d'un autre calcul : rien de ce qui est chronométré n'a pu être omis.
lab-timing-perft = Toutes les suites de { $depth ->
    [one] un demi-coup
   *[other] { $depth } demi-coups
} depuis la position de départ sont comptées, { $repetitions ->
    [one] une fois
   *[other] { $repetitions } fois
} avec chaque plateau ; le dernier demi-coup est compté sans être joué. Un compte qui diffère des autres arrête l'expérience sur une erreur.
lab-timing-alone = Les mesures ont été faites à tour de rôle, une à la fois.
lab-load-none = La machine n'avait pas d'autre charge pendant ce temps : les autres programmes occupaient en moyenne { $cores } cœur, et l'hôte a pris { $steal } du temps.
lab-load-some = La machine avait une autre charge pendant ce temps, ce qui fausse les temps : les autres programmes occupaient en moyenne l'équivalent de { $cores } cœurs, et l'hôte a pris { $steal } du temps.
lab-load-unknown = Que la machine ait eu ou non une autre charge pendant ce temps n'a pas été mesuré.
lab-timing-missing = { $name } : cette machine n'en dispose pas.
lab-timing-as-long = { $name } : { $times } fois le temps de { $first }.
lab-timing-as-fast = { $name } : { $times } fois autant de feuilles par seconde que { $first }.
lab-timing-memory = Les pions d'un plateau occupent { $bitboards } bits en deux bitboards, { $mailbox } bits en tableau d'octets ({ $mailbox_times } fois plus) et { $integers } bits en tableau d'entiers de 32 bits ({ $integers_times } fois plus).
lab-timing-none = sans hachage (le plateau est lu)
lab-timing-modulo = modulo
lab-timing-zobrist = Zobrist, par octets de cases
lab-timing-zobrist-discs = Zobrist, pion par pion
lab-timing-zobrist-moves = Zobrist incrémental (de coup en coup)
lab-timing-mailbox = mailbox (tableau de cases)
lab-timing-bitboards = bitboards, règles simples
lab-timing-scalar = bitboards, noyau scalaire
lab-timing-avx2 = bitboards, noyau AVX2
lab-timing-avx512 = bitboards, noyau AVX-512
lab-timing-axis-hash = temps par position (ns)
lab-timing-axis-leaves = feuilles par seconde (millions)
lab-timing-note = { $repetitions ->
    [one] Une mesure
   *[other] { $repetitions } mesures
} par ligne ; les moustaches sont les intervalles à 95 % de la moyenne.
lab-times-interval = { $times } (à 95 % : de { $low } à { $high })

lab-measure-speedup = accélération (nombre de fois plus rapide)
lab-axis-threads = fils d'exécution
lab-speedup-alone = Les recherches de cette partie ont été menées une à la fois.
lab-speedup-nodes = Ce que visitent plusieurs fils dépend de celui qui arrive le premier : leurs nœuds changent d'une exécution à l'autre.
lab-speedup-cores = Cette machine a { $cores ->
    [one] un seul cœur
   *[other] { $cores } cœurs
} et l'expérience demande jusqu'à { $most } fils : les fils en surnombre se partagent les cœurs et ne peuvent rien gagner de plus.
lab-speedup-most = { $name }, { $phase } : avec { $by } { $most }, la recherche est { $times } fois plus rapide qu'avec { $least }, sur { $positions ->
    [one] une position
   *[other] { $positions } positions
}.

lab-engine-outside = `{ $command }` est un moteur extérieur : un processus à part, interrogé par { $protocol }. Ses nœuds et sa mémoire ne sont pas connus.
lab-engine-ourselves = `{ $command }` est ce programme lui-même, lancé dans un processus à part et interrogé par { $protocol } : un remplaçant, non le programme d'autrui. Ces parties montrent que le protocole fonctionne et ce que valent les joueurs contre notre propre champion ; elles ne disent rien des autres programmes.
lab-engine-choose = Pour jouer contre un autre moteur : --set engine='gtp(cmd="edax -gtp -l 6")', ou nboard(cmd="…").
lab-variety-same = Toutes les parties commencent à la position de départ ; sur les { $games } parties d'un joueur, { $distinct ->
    [one] aucune ne diffère des autres
   *[other] { $distinct } sont différentes
}.
lab-variety-range = Toutes les parties commencent à la position de départ ; sur les { $games } parties d'un joueur, de { $least } à { $most } sont différentes.

lab-column-what-timed = quoi
lab-column-bits = bits d'un plateau
lab-column-each-ns = moyenne (ns)
lab-column-each-95 = 95 %
lab-column-fastest-ns = plus rapide (ns)
lab-column-a-second = par seconde
lab-column-as-long = fois le temps du premier
lab-column-as-fast = fois plus rapide que le premier
