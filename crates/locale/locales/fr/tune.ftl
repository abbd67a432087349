# othellier tune
tune-number-syntax = « { $text } » n'est pas un nombre à régler ; attendu : NOM=DÉBUT:MIN..MAX, comme corners=10:0..50
tune-number-twice = « { $name } » est réglé deux fois
tune-number-unused = « { $player } » ne mentionne pas {"{"}{ $name }{"}"}
tune-unknown = le champion n'a pas de paramètre « { $name } » ; « othellier tune --list » les affiche
tune-player = « { $player } » n'a pas de paramètres à régler ; attendu : le champion, sans « parameters »
