# othellier tune
tune-not-built = ce programme n'a pas été compilé pour régler les paramètres du champion ; compilez-le avec l'option : cargo run --release --features tune -- tune …
tune-settings = { $count } nombres de { $player }, { $games } parties à chacune des { $iterations } itérations
tune-resumed = reprend après l'itération { $number }
tune-interrupted = interrompu ; la même commande reprend à partir du fichier
tune-journal-other = ce n'est pas le journal d'un réglage de cette version ; indiquez un autre fichier
tune-journal-settings = il a été commencé avec un autre réglage de { $name } ; donnez les mêmes réglages, ou indiquez un autre fichier
tune-journal-line = la ligne { $line } n'appartient pas à ce réglage ; indiquez un autre fichier
tune-number-syntax = « { $text } » n'est pas un nombre à régler ; attendu : NOM=DÉBUT:MIN..MAX, comme corners=10:0..50
tune-number-twice = « { $name } » est réglé deux fois
tune-number-unused = « { $player } » ne mentionne pas {"{"}{ $name }{"}"}
tune-unknown = le champion n'a pas de paramètre « { $name } » ; « othellier tune --list » les affiche
tune-player = « { $player } » n'a pas de paramètres à régler ; attendu : le champion, sans « parameters »
