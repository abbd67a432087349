#!/bin/sh
# A GTP engine with bad manners: mock_engine.sh MANNER [LOG [MOVE…]]
# Every command it hears is written to the file LOG; `scripted` answers with the moves in turn.
manner=$1
log=${2:-/dev/null}
shift
[ $# -gt 0 ] && shift

answer() {
    printf '%s\n\n' "$1"
}

[ "$manner" = stillborn ] && { echo "no weights" >&2; exit 4; }
[ "$manner" = chatty ] && printf 'Mock engine\n\nloading 100 %%\n'

while read -r command arguments; do
    echo "$command${arguments:+ $arguments}" >>"$log"
    case $manner:$command in
        silent:*) ;;
        *:quit) answer =; exit 0 ;;
        *:protocol_version) answer '= 2' ;;
        edax:name) answer '= Edax' ;;
        unsized:boardsize) answer '? unacceptable size' ;;
        plain:set_level | plain:time_settings | plain:time_left) answer '? unknown command' ;;
        forgetful:play) answer '? illegal move' ;;
        mute:genmove) ;;
        crashing:genmove) echo "out of memory" >&2; exit 3 ;;
        cheating:genmove) answer '= a1' ;;
        shirking:genmove) answer '= PASS' ;;
        resigning:genmove) answer '= resign' ;;
        nonsense:genmove) answer '= the centre' ;;
        refusing:genmove) answer '? not today' ;;
        babbling:genmove) while :; do echo "thinking"; done ;;
        flooding:genmove) exec tr '\0' x </dev/zero ;;
        chatty:genmove) printf 'depth 1\ndepth 2 = f5\n'; answer "= $1"; shift; echo done ;;
        *:genmove) answer "= $1"; shift ;;
        *:*) answer = ;;
    esac
done
