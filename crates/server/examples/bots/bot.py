#!/usr/bin/env python3
"""A bot for a room of Othellier, with the standard library alone.

    python3 bot.py http://localhost:8088/r/K7QM-2XPA NAME

It joins the room under this name and prints its token; with the token in the
environment variable OTHELLIER_TOKEN it is the same member again.
"""
import json
import os
import random
import sys
import urllib.error
import urllib.request

server, room = sys.argv[1].split("/r/")
token = os.environ.get("OTHELLIER_TOKEN")


def choose(turn):
    """Your idea goes here; turn["position"] and turn["moves"] have the game."""
    return random.choice(turn["legal"])


def request(path, body=None):
    headers = {"Content-Type": "application/json"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    data = None if body is None else json.dumps(body).encode()
    return urllib.request.urlopen(urllib.request.Request(server + path, data, headers))


if not token:
    joined = json.load(request(f"/api/rooms/{room}/members", {"name": sys.argv[2], "kind": "bot"}))
    token = joined["token"]
    print("OTHELLIER_TOKEN=" + token, flush=True)

for line in request(f"/api/rooms/{room}/bot"):
    event = json.loads(line)
    if event["type"] == "turn":
        move = {"move": choose(event), "ply": event["ply"]}
        try:
            request(f"/api/seats/{event['game']}/moves", move).close()
        except urllib.error.HTTPError as error:  # the clock was faster, say
            print(error.read().decode(), file=sys.stderr)
    elif event["type"] == "over":
        print("winner:", event["outcome"]["winner"], "I was", event["color"], flush=True)
