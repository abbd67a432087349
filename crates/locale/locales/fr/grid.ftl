# othellier grid

grid-no-kind = il n'y a pas de travail de genre « { $written } » ; attendu : un fichier de travail seul, ou l'un de { $kinds } avec des réglages
units-no-folder = --shard et --on demandent un dossier pour les résultats ; attendu : --out DIR
units-no-file = un travail par unités demande un fichier de positions ; attendu : FICHIER.obf
units-one-time = un travail par unités n'a qu'une limite de temps ; attendu : un seul --time

grid-begins = { $name } : { $open ->
    [one] { $open } unité
   *[other] { $open } unités
} à faire, { $done } déjà faites, { $threads } à la fois
grid-done = { $done } sur { $units ->
    [one] { $units } unité
   *[other] { $units } unités
}{ $folder }, { $seconds } s
grid-in-folder = {" "}dans { $folder }
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
expected-setting = CLÉ=VALEUR, comme games=1000
expected-shard = I/N avec I de 0 à N - 1, comme 0/3
