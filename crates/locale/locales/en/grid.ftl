# othellier grid

grid-no-kind = there is no kind of job `{ $written }`; expected a job file alone, or one of { $kinds } with settings
units-no-folder = --shard and --on need a folder for the results; expected --out DIR
units-no-file = units of work need a file of positions; expected FILE.obf
units-one-time = units of work have one time limit; expected a single --time

grid-begins = { $name }: { $open ->
    [one] { $open } unit
   *[other] { $open } units
} to do, { $done } done before, { $threads } at a time
grid-done = { $done } of { $units ->
    [one] { $units } unit
   *[other] { $units } units
}{ $folder }, { $seconds } s
grid-in-folder = {" "}in { $folder }
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
expected-setting = KEY=VALUE, such as games=1000
expected-shard = I/N with I from 0 to N - 1, such as 0/3
