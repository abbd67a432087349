# othellier grid

grid-begins = { $name }: { $open ->
    [one] { $open } unit
   *[other] { $open } units
} to do, { $done } done before, { $threads } at a time
grid-done = { $done } of { $units ->
    [one] { $units } unit
   *[other] { $units } units
} in { $folder }, { $seconds } s
grid-merged = { $units ->
    [one] { $units } unit
   *[other] { $units } units
} from { $folders ->
    [one] { $folders } folder
   *[other] { $folders } folders
}: { $folder }/results
grid-audited = { $repeated ->
    [one] { $repeated } unit was done again and has
   *[other] { $repeated } units were done again and have
} the same bytes (seed { $seed })
grid-audit-failed = done again, these units have other results, by machine: { $numbers }
grid-not-reproducible = the clock decides in this job: done again, its units have other results
expected-shard = I/N with I from 0 to N - 1, such as 0/3
