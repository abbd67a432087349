# othellier grid

grid-begins = { $name } : { $open ->
    [one] { $open } unité
   *[other] { $open } unités
} à faire, { $done } déjà faites, { $threads } à la fois
grid-done = { $done } sur { $units ->
    [one] { $units } unité
   *[other] { $units } unités
} dans { $folder }, { $seconds } s
grid-merged = { $units ->
    [one] { $units } unité
   *[other] { $units } unités
} de { $folders ->
    [one] { $folders } dossier
   *[other] { $folders } dossiers
} : { $folder }/results
grid-audited = { $repeated ->
    [one] { $repeated } unité refaite a
   *[other] { $repeated } unités refaites ont
} les mêmes octets (graine { $seed })
grid-audit-failed = refaites, ces unités ont d'autres résultats, par machine : { $numbers }
grid-not-reproducible = l'horloge décide dans ce travail : refaites, ses unités ont d'autres résultats
expected-shard = I/N avec I de 0 à N - 1, comme 0/3
