# The server of a grid, and its workers.
nats-address = `{ $url }` is not the address of a NATS server; expected nats://HOST:PORT
nats-unreachable = no NATS server answers at { $url }: { $why }
nats-not-authorized = the NATS server at { $url } refuses the user name, password, token or credentials
nats-tls = no encrypted connection to the NATS server at { $url }: { $why }
nats-old-server = the NATS server at { $url } is version { $version }, which loses work when it crashes; expected 2.10 or later
nats-no-jetstream = the NATS server at { $url } runs without JetStream; start it with `nats-server -js`
nats-full = the storage of the NATS server is full; what was sent is kept, and the same command resumes once there is room: { $why }
nats-silent = the NATS server does not answer: { $why }
nats-refused = the NATS server refuses: { $why }
nats-no-job = the grid has no job `{ $wanted }`; its jobs are: { $known }
nats-many-jobs = `{ $wanted }` can be any of these jobs: { $known }
nats-many-excluded = { $count } workers are excluded from the job { $job }, and there is no room for more; give each worker a user of its own
nats-damaged = { $what } on the NATS server is damaged
nats-none = none
nats-no-password = the user of the NATS server needs a password: put it into OTHELLIER_NATS_PASSWORD, or name a file that has it
nats-no-cache = there is no home folder for the files of jobs; name one with --cache DIR
nats-worker-name = `{ $name }` cannot be the name of a worker; expected letters, digits, - and _, at most 200

nats-submitted = { $name }: { $units ->
    [one] { $units } unit
   *[other] { $units } units
}, { $queued } queued now, { $waiting } queued before, { $done } done; job { $job }
nats-cancelled = { $name }: { $cancelled ->
    [one] { $cancelled } unit
   *[other] { $cancelled } units
} taken back; job { $job }
nats-collected = { $folder }: { $done } of { $units ->
    [one] { $units } unit
   *[other] { $units } units
}, { $failed } given up, { $dropped } dropped, { $repeated ->
    [0] none repeated here
   *[other] { $repeated } repeated here (seed { $seed })
}; { $end ->
    [complete] complete
    [failed] incomplete
    [cancelled] the job was cancelled
   *[other] interrupted
}
nats-excluded = worker { $worker } is excluded, and its units are queued again: repeated here, unit { $units } gave other bytes
nats-dropped = the result of unit { $number } by worker { $worker } is dropped, and the unit queued again: { $why }
nats-dropped-foreign = a message among the results is dropped: { $why }
nats-units-dead = { $units ->
    [one] { $units } unit was given up
   *[other] { $units } units were given up
}; `othellier grid status JOB` shows why, and submitting the job again tries them again
nats-job-cancelled = the job was cancelled; its folder has the results so far
nats-no-jobs = no jobs
nats-job = { $job } { $name }: { $done }/{ $units } ({ $percent } %), { $taken } in work, { $failed } given up, { $rate } units/s, time left { $left }, { $state ->
    [submitting] being submitted
    [running] running
    [done] done
   *[cancelled] cancelled
}
nats-job-excludes = {"  "}worker { $worker } is excluded: its results do not count
nats-dead-letter = {"  "}unit { $number } was given up after { $deliveries } attempts: { $why }
nats-worker-line = {"  "}{ $name }: { $busy }/{ $threads } threads, { $done } units, { $rate } units/s, seen { $seen } s ago
nats-worker-begins = worker { $name }: { $threads ->
    [one] { $threads } unit
   *[other] { $threads } units
} at a time; Ctrl-C hands back what is not finished
nats-worker-joined = takes units of { $job }
nats-worker-refused = does not take units of { $job }: { $why }
nats-worker-away = waits for the server: { $why }
nats-worker-back = the server answers again
nats-worker-failed = unit { $number } of { $job } failed and is tried again: { $why }
nats-worker-dead = unit { $number } of { $job } was given up: { $why }
nats-worker-lease-lost = unit { $number } of { $job } showed no progress and goes to another worker
nats-worker-total = { $done ->
    [one] { $done } unit
   *[other] { $done } units
} done, { $duplicates } done before, { $failed } failed, { $handed } handed back
