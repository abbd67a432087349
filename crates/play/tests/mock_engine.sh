#!/bin/sh
# A mock engine for GTP and NBoard that can misbehave: mock_engine.sh BEHAVIOUR [LOG [MOVE…]]
# Every command is logged to the file LOG; `scripted` answers with the moves in turn.
behaviour=$1
log=${2:-/dev/null}
shift
[ $# -gt 0 ] && shift

answer() {
    printf '%s\n\n' "$1"
}

# A move, in the protocol of the request.
choose() {
    case $command in
        go) printf '=== %s\n' "$1" ;;
        *) answer "= $1" ;;
    esac
}

[ "$behaviour" = stillborn ] && { echo "no weights" >&2; exit 4; }
[ "$behaviour" = chatty ] && printf 'Mock engine\n\nloading 100 %%\n'

while read -r command arguments; do
    echo "$command${arguments:+ $arguments}" >>"$log"
    case $command in
        # Requests for a move; and NBoard commands, which are not answered.
        genmove | go) asked=move ;;
        nboard | set) [ "$behaviour" = chatty ] && echo "set myname Mock"; continue ;;
        *) asked=$command ;;
    esac
    case $behaviour:$asked in
        silent:*) ;;
        *:quit) [ "$command" = quit ] && answer =; exit 0 ;;
        late:ping) printf '=== a1\npong 999\npong %s\n' "$arguments" ;;
        *:ping) echo "pong $arguments" ;;
        *:protocol_version) answer '= 2' ;;
        edax:name) answer '= Edax' ;;
        unsized:boardsize) answer '? unacceptable size' ;;
        plain:set_level | plain:time_settings | plain:time_left) answer '? unknown command' ;;
        forgetful:play) answer '? illegal move' ;;
        mute:move) ;;
        crashing:move) echo "out of memory" >&2; exit 3 ;;
        cheating:move) choose a1 ;;
        shirking:move) choose PASS ;;
        resigning:move) choose resign ;;
        nonsense:move) choose 'the centre' ;;
        refusing:move) answer '? not today' ;;
        babbling:move) while :; do echo "thinking"; done ;;
        flooding:move) exec tr '\0' x </dev/zero ;;
        chatty:move)
            printf 'depth 1\ndepth 2 = f5\nsearch F5 +1.00 0 3\n'
            choose "$1"
            shift
            echo 'done'
            ;;
        *:move) choose "$1"; shift ;;
        *:*) answer = ;;
    esac
done
