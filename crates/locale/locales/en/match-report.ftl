# The report of a match that is played in the page.
match-report-title = Match
match-report-figure = Points of A over the match
match-report-games-axis = games
match-report-points-axis = points of A, %
match-report-played = games played
match-report-score = A: wins, draws, losses
match-report-points = points of A
match-report-elo = Elo of A over B
match-report-discs = mean disc difference of A
match-report-pairs = pairs that scored 0, ½, 1, 1½, 2 points
match-report-time = ms per move, A and B
match-report-faults = illegal moves, crashes, losses on time
match-report-seed = seed, random plies
match-report-games = Games
