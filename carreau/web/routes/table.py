"""The page of a table; the socket brings it to life."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from carreau.core.game import Game
from carreau.core.seed import commitment
from carreau.store.stored import FREE
from carreau.table.settings import ME, NO_COACH, Settings
from carreau.web.language import language_of, words_of
from carreau.web.preparation import prepare, share_prepared
from carreau.web.routes.request import base_url, hub_of, player_of
from carreau.web.templating import page


async def table(request: Request) -> Response:
    hub, id = hub_of(request), request.path_params["id"]
    settings, game = hub.settings(hub.log.match(id))
    prepare(game, coach=settings.coach != NO_COACH)
    seats, base = hub.seats(id, player_of(request)), base_url(request)
    links = {}
    if any(settings.chairs[seat].kind == ME for seat in seats):
        free = [invitation for invitation in hub.log.invitations(id) if invitation.until == FREE and invitation.secret]
        links = {invitation.seat: f"{base}/table/{id}/seat/{invitation.secret}" for invitation in free}
    return page(
        request, "table.html", game, id=id, settings=settings, links=links, seats=seats,
        watch=f"{base}/table/{id}", commitment=commitment_of(game, settings), script_words=script_words(request, game),
        share=share_prepared(game),
    )  # fmt: skip


def commitment_of(game: Game, settings: Settings) -> str:
    return commitment(game.id, settings.version, settings.players, settings.options, settings.seed, settings.mixed)


def script_words(request: Request, game: Game) -> dict[str, str]:
    """The few sentences that the browser says by itself; it fills in what stands in braces."""
    say = words_of(language_of(request), game).say
    return {
        "lost": say("Connection lost. Trying again …"),
        "back": say("Connected again."),
        "curtain": say("{name} is next: take the screen, and tap when only you can see it.", name="{name}"),
        "lift": say("I am {name}", name="{name}"),
        "confirm": say("Play: {action}?", action="{action}"),
        "on": say("Continue"),
        "on_turn": say("Your turn: continue"),
        "winner": say("Winner:"),
        "verified": say("This is the deal that was promised: its seed matches the commitment."),
        "parts": say("Seats whose screens added to the shuffle: {seats}.", seats="{seats}"),
        "without": say("Yours did not."),
        "broken": say("Seats that pledged a part but did not show it in time: {seats}.", seats="{seats}"),
        "wrong": say("This is not the deal that was promised!"),
        "unread": say("The record cannot be read just now: try again in a moment."),
        "copied": say("Copied."),
        "streak": say("Days in a row: {number}", number="{number}"),
        "best": say("Your time: {time}", time="{time}"),
        "left": say("time left"),
        "lend": say("{name} is away: hand the seat to a bot", name="{name}"),
        "away": say("away"),
        "thinking": say("The coach is thinking …"),
        "interrupted": say("The review was interrupted. You can ask for it again."),
    }
