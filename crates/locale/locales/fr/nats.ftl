# Le serveur d'une grille et ses ouvriers.
nats-address = `{ $url }` n'est pas l'adresse d'un serveur NATS ; attendu : nats://HÔTE:PORT
nats-unreachable = aucun serveur NATS ne répond à { $url } : { $why }
nats-not-authorized = le serveur NATS à { $url } refuse le nom, le mot de passe, le jeton ou les certificats d'identité
nats-tls = pas de connexion chiffrée au serveur NATS à { $url } : { $why }
nats-old-server = le serveur NATS à { $url } est de version { $version }, qui perd du travail en cas de panne ; attendu : 2.10 ou plus récent
nats-no-jetstream = le serveur NATS à { $url } tourne sans JetStream ; démarrez-le avec `nats-server -js`
nats-full = le disque du serveur NATS est plein ; ce qui est envoyé est gardé, et la même commande continue dès qu'il y a de la place : { $why }
nats-silent = le serveur NATS ne répond pas : { $why }
nats-refused = le serveur NATS refuse : { $why }
nats-no-job = la grille n'a pas de travail `{ $wanted }` ; ses travaux sont : { $known }
nats-many-jobs = `{ $wanted }` peut désigner chacun de ces travaux : { $known }
nats-many-excluded = { $count } ouvriers sont exclus du travail { $job } et il n'y a plus de place ; donnez à chaque ouvrier un utilisateur à lui
nats-damaged = { $what } est endommagé sur le serveur NATS
nats-none = aucun
nats-no-password = l'utilisateur du serveur NATS a besoin d'un mot de passe : mettez-le dans OTHELLIER_NATS_PASSWORD, ou indiquez un fichier qui le contient
nats-no-cache = il n'y a pas de dossier personnel pour les fichiers des travaux ; nommez-en un avec --cache DIR
nats-worker-name = `{ $name }` ne peut pas être le nom d'un ouvrier ; attendu : des lettres, des chiffres, - et _, 200 au plus

nats-submitted = { $name } : { $units ->
    [one] { $units } unité
   *[other] { $units } unités
}, { $queued } mises en file, { $waiting } déjà en file, { $done } faites ; travail { $job }
nats-cancelled = { $name } : { $cancelled ->
    [one] { $cancelled } unité reprise
   *[other] { $cancelled } unités reprises
} ; travail { $job }
nats-collected = { $folder } : { $done } sur { $units ->
    [one] { $units } unité
   *[other] { $units } unités
}, { $failed } abandonnées, { $dropped } écartées, { $repeated ->
    [0] aucune refaite ici
   *[other] { $repeated } refaites ici (graine { $seed })
} ; { $end ->
    [complete] complet
    [failed] incomplet
    [cancelled] le travail a été annulé
   *[other] interrompu
}
nats-excluded = l'ouvrier { $worker } est exclu et ses unités sont remises en file : refaite ici, l'unité { $units } a donné d'autres octets
nats-dropped = le résultat de l'unité { $number } par l'ouvrier { $worker } est écarté et l'unité remise en file : { $why }
nats-dropped-foreign = un message parmi les résultats est écarté : { $why }
nats-units-dead = { $units ->
    [one] { $units } unité a été abandonnée
   *[other] { $units } unités ont été abandonnées
} ; `othellier grid status TRAVAIL` dit pourquoi, et soumettre le travail à nouveau les retente
nats-job-cancelled = le travail a été annulé ; son dossier contient les résultats obtenus
nats-no-jobs = aucun travail
nats-job = { $job } { $name } : { $done }/{ $units } ({ $percent } %), { $taken } en cours, { $failed } abandonnées, { $rate } unités/s, temps restant { $left }, { $state ->
    [submitting] en cours de soumission
    [running] en marche
    [done] terminé
   *[cancelled] annulé
}
nats-job-excludes = {"  "}l'ouvrier { $worker } est exclu : ses résultats ne comptent pas
nats-dead-letter = {"  "}unité { $number } abandonnée après { $deliveries } essais : { $why }
nats-worker-line = {"  "}{ $name } : { $busy }/{ $threads } fils, { $done } unités, { $rate } unités/s, vu il y a { $seen } s
nats-worker-begins = ouvrier { $name } : { $threads ->
    [one] { $threads } unité
   *[other] { $threads } unités
} à la fois ; Ctrl-C rend ce qui n'est pas fini
nats-worker-joined = prend des unités de { $job }
nats-worker-refused = ne prend pas d'unités de { $job } : { $why }
nats-worker-away = attend le serveur : { $why }
nats-worker-back = le serveur répond à nouveau
nats-worker-failed = l'unité { $number } de { $job } a échoué et sera retentée : { $why }
nats-worker-dead = l'unité { $number } de { $job } a été abandonnée : { $why }
nats-worker-lease-lost = l'unité { $number } de { $job } ne progresse plus et va à un autre ouvrier
nats-worker-total = { $done ->
    [one] { $done } unité faite
   *[other] { $done } unités faites
}, { $duplicates } déjà faites, { $failed } échouées, { $handed } rendues
