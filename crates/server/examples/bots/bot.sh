#!/bin/sh
# A bot for a room of Othellier in a shell, with curl and sed: it plays the first legal move.
#
#     sh bot.sh http://localhost:8088/r/K7QM-2XPA NAME
#
# It joins the room under this name and prints its token; with the token in the environment
# variable OTHELLIER_TOKEN it is the same member again.
server=${1%/r/*} room=${1#*/r/} name=$2 token=$OTHELLIER_TOKEN

post() { # PATH JSON
    curl -sS -X POST -H 'Content-Type: application/json' \
        ${token:+-H "Authorization: Bearer $token"} -d "$2" "$server$1"
}
field() { # NAME: the text or number of a field in the line
    printf '%s\n' "$line" | sed 's/.*"'"$1"'":\["\{0,1\}\([^",}]*\).*/\1/; s/.*"'"$1"'":"\{0,1\}\([^",}]*\).*/\1/'
}

if [ -z "$token" ]; then
    line=$(post "/api/rooms/$room/members" "{\"name\": \"$name\", \"kind\": \"bot\"}")
    token=$(field token)
    echo "OTHELLIER_TOKEN=$token"
fi

curl -sSN -H "Authorization: Bearer $token" "$server/api/rooms/$room/bot" | while read -r line; do
    case $line in
    *'"type":"turn"'*)
        move="{\"move\": \"$(field legal)\", \"ply\": $(field ply)}"
        post "/api/seats/$(field game)/moves" "$move" > /dev/null
        ;;
    *'"type":"over"'*) echo "winner: $(field winner)" ;;
    esac
done
