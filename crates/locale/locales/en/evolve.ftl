# Evolution: errors.
evolve-odd = --population { $population } is refused: individuals reproduce in pairs; give an even number from 2 on
evolve-fault = a game against { $control } ended by a fault: { $why }
evolve-elite = --elite { $elite } is refused: it must leave some of the { $population } individuals to reproduce
evolve-renew-count = --renew-count { $count } is refused: there { $population ->
    [one] is { $population } individual
   *[other] are { $population } individuals
}
evolve-other-state = its population does not fit the settings; name another file
evolve-no-checkpoint = it is not the checkpoint of an evolution; name another file
evolve-start-refused = --start { $file }: { $why }; give a file, or default, phased or random
evolve-until-refused = --until { $until } is refused: fitness is a difference of discs, from -{ $most } to { $most } on this board

# Its settings.
evolve-settings = Evolution, othellier { $version }
evolve-player = search that uses the genes
evolve-control = control player
evolve-start = start
evolve-genes = genes
evolve-genes-of = { $count }, from { $low } to { $high }
evolve-population = population
evolve-population-of = { $population }, elite { $elite }
evolve-fitness = fitness
evolve-fitness-of = { $openings ->
    [one] { $openings } opening
   *[other] { $openings } openings
} of { $plies } random { $plies ->
    [one] ply
   *[other] plies
}, both colours: { $games } games per generation
evolve-roulette = roulette
evolve-crossover = crossover
evolve-crossover-of = { $kind }, { $rate } of the couples
evolve-mutation = mutation
evolve-mutation-of = { $kind }, { $rate } of the genes
evolve-renewal = renewal
evolve-renewal-of = every { $every ->
    [1] generation
   *[other] { $every } generations
}, with the best { $count ->
    [1] individual
   *[other] { $count } individuals
}
evolve-renewal-restart = every { $every ->
    [1] generation
   *[other] { $every } generations
}, with the best { $count ->
    [1] individual
   *[other] { $count } individuals
}; then a new population
evolve-resumed = resumes after generation
evolve-never = never
evolve-end = ends
evolve-end-of = after { $generations ->
    [one] { $generations } generation
   *[other] { $generations } generations
}
evolve-end-until = when the best has a fitness of { $until }, at the latest after { $generations ->
    [one] { $generations } generation
   *[other] { $generations } generations
}

# Generation by generation.
evolve-in-progress = generation { $number }
evolve-head-generation = generation
evolve-head-best = best
evolve-head-mean = mean
evolve-head-worst = worst
evolve-head-diversity = diversity
evolve-renewed = environment renewed
evolve-reached = generation { $number } has reached the fitness { $until }
evolve-not-reached = the fitness { $until } is not reached after generation { $number }
evolve-written = the best of generation { $number } is in { $file }: eval=genome(file={ $file })
evolve-interrupted = interrupted; the same command resumes from the checkpoint

# Figures.
evolve-chart-title = Evolution
evolve-chart-fitness = fitness by generation
evolve-chart-best = fitness of the best by generation
evolve-chart-mean = mean fitness by generation
evolve-chart-diversity = diversity by generation
evolve-chart-discs = discs per game
evolve-chart-runs = Mean of { $runs } runs; bands are 95 % intervals.
evolve-chart-wheel = the wheel of the roulette
evolve-chart-wheel-of = { $law }, generation { $number }
evolve-chart-wheel-note = Numbers are ranks by fitness. A slice is the chance to be drawn as a parent; f is the fitness.
evolve-chart-others = all others
evolve-chart-weights = evolved weights
evolve-chart-weights-of = weight of each feature by phase; { $law }
evolve-chart-phase = { $empties } empty
