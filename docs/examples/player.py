"""Plays a whole game by itself: lines of JSON to `rota engine`, lines of JSON back.

Run it as: python3 player.py [ROTA] [PACK] [SEED]
"""
import json, random, subprocess, sys

rota, pack, seed = (sys.argv[1:] + ["rota", "base", "7"][len(sys.argv) - 1:])[:3]
engine = subprocess.Popen([rota, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
dice = random.Random(seed)

def ask(what, **fields):
    print(json.dumps({"type": what, **fields}), file=engine.stdin, flush=True)
    answer = json.loads(engine.stdout.readline())
    if answer["type"] == "refused":
        sys.exit("\n".join(problem["message"] for problem in answer["problems"]))
    return answer

table = ask("open", packs=[pack], players=["ann", "ben"], seed=int(seed))["table"]
view = ask("view", table=table)
while view["decision"]:
    seat = view["decision"]["player"]
    view = ask("view", table=table, seat=seat, since=view["at"])
    words = [option["words"] for option in view["decision"]["options"]]
    view = ask("choose", table=table, seat=seat, words=dice.choice(words or ["pass"]), at=view["at"])
for player in view["players"]:
    print(player["name"], player["points"])
engine.stdin.close()
