# othellier tune
tune-not-built = ce programme n'a pas été compilé pour le réglage ; compilez-le avec l'option : cargo run --release --features tune -- tune …
tune-unknown = le champion n'a pas de paramètre `{ $name }` ; `othellier tune --list` les affiche
tune-player = --player { $player } est refusé ; il faut le champion, sans `parameters`
tune-settings = { $count } paramètres de { $player }, { $games } parties à chacune des { $iterations } itérations
tune-resumed = reprend après l'itération { $number }
tune-interrupted = interrompu ; la même commande reprend à partir du fichier
tune-journal-in-use = une autre exécution écrit dans ce fichier
tune-journal-other = ce n'est pas le journal d'un réglage de cette version ; indiquez un autre fichier
tune-journal-settings = il a été commencé avec un autre réglage de { $setting } ; donnez les mêmes réglages, ou indiquez un autre fichier
tune-journal-line = la ligne { $line } n'appartient pas à ce réglage ; indiquez un autre fichier
