# The report of a match that is played in the page.
match-report-title = Match
match-report-figure = Points de A au fil du match
match-report-games-axis = parties
match-report-points-axis = points de A, %
match-report-played = parties jouées
match-report-score = A : victoires, nulles, défaites
match-report-points = points de A
match-report-elo = Elo de A sur B
match-report-discs = écart moyen de A, en pions
match-report-pairs = paires à 0, ½, 1, 1½, 2 points
match-report-time = ms par coup, A et B
match-report-faults = coups illégaux, pannes, pertes au temps
match-report-seed = graine, demi-coups au hasard
match-report-games = Parties
