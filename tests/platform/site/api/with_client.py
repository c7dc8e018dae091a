"""One event, from the password to the standings, with the client that was generated from the schema.

Run by the Python of the generator (test_generated_client.py), which knows nothing of this project:
`python with_client.py FOLDER ADDRESS PASSWORD FILE`, with the client in the folder. Writes the standings to the file.
"""

from __future__ import annotations

import importlib
import json
import sys
from pathlib import Path
from typing import Any

FOLDER, ADDRESS, PASSWORD, RESULT = sys.argv[1:]
sys.path.insert(0, FOLDER)
client = importlib.import_module("nabu_client")
models = importlib.import_module("nabu_client.models")
MODULES = {path.stem: path for path in Path(FOLDER, "nabu_client", "api").glob("*/*.py")}


class Caller:
    """An account with its token, or a visitor."""

    def __init__(self, username: str = "") -> None:
        self.client: Any = client.Client(base_url=ADDRESS)
        if username:
            asked = models.CredentialsRequest(username=username, password=PASSWORD)
            token = self("token_create", body=asked).token
            self.client = client.AuthenticatedClient(base_url=ADDRESS, token=token, prefix="Token")

    def __call__(self, operation: str, *path: Any, **arguments: Any) -> Any:
        """What this operation answers."""
        module = importlib.import_module(f"nabu_client.api.{MODULES[operation].parent.name}.{operation}")
        answer = module.sync_detailed(*path, client=self.client, **arguments)
        assert answer.status_code < 300, (operation, answer.status_code, answer.content)
        return answer.parsed


def main() -> None:
    """The event."""
    visitor, org = Caller(), Caller("org")
    players = {caller("me_get").player.name: caller for caller in map(Caller, ("ana", "bo"))}
    position = visitor("events_list", since="now").next_
    stage = models.NewStageRequest(format_="swiss")
    stage.config = models.NewStageRequestConfig.from_dict({"table_size": 2, "rounds": 1})
    fields = models.TournamentFieldsRequest(
        name="Spring cup", game="babylonia", ruleset="base", components="babylonia-2019", stages=[stage]
    )
    cup = org("tournaments_create", body=fields)
    entered = {}
    for name, caller in players.items():
        asked = models.NewEntriesRequest(username=caller("me_get").username)
        [entered[name]] = org("tournaments_entries_create", cup.id, body=asked).entries
    org("tournaments_start", cup.id)
    for name, caller in players.items():
        caller("entries_invitation_accept", entered[name].id, body=models.AnswerRequest())
    round_ = org("tournaments_pair", cup.id)
    [table] = org("rounds_publish", round_.id, body=models.PublicationRequest()).tables
    reporter, other = (players[seat.player.name] for seat in table.seats)
    report = reporter("tables_report", table.id, body=models.ScoresRequest(scores=[61, 88]))
    assert other("reports_confirm", report.id).status == "confirmed"
    assert org("tournaments_finish", cup.id).status == "finished"
    standings = visitor("tournaments_standings_list", cup.id).results
    lines = [(line.place, line.entry.player.name, line.points) for line in standings]
    known = {"tournament": cup.id, "position": position, "winner": table.seats[1].player.name, "standings": lines}
    Path(RESULT).write_text(json.dumps(known))


def follow() -> None:
    """What the feed has told since then."""
    known = json.loads(Path(RESULT).read_text())
    page = Caller()("events_list", since=known["position"], tournament=known["tournament"])
    known["events"] = [event.message.to_dict()["type"] for event in page.results]
    Path(RESULT).write_text(json.dumps(known))


if Path(RESULT).exists():
    follow()
else:
    main()
