# Evolution: errors.
evolve-fault = a game against { $control } ended by a fault: { $why }
evolve-other-state = the generations before do not fit the settings

# Generation by generation.
evolve-head-generation = generation
evolve-head-best = best
evolve-head-mean = mean
evolve-head-worst = worst
evolve-head-diversity = diversity

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
