"""Hints: what a strong bot would play for a seat and why, knowing no more than the seat does."""

import time

from fastapi import APIRouter
from pydantic import BaseModel

from damier.core.catalogue import message
from damier.core.errors import NotYourTurn
from damier.players.hint import hint_of
from damier.players.levels import adviser
from damier.server.api import LangQuery, SeatInPath, TableId, TheHub, TheSecret, authorised, responses
from damier.server.bots import bot_rng


class Hint(BaseModel):
    """A move worth considering."""

    move: str
    reason: str
    value: float | None  # for the seat, where it is proved


router = APIRouter(prefix="/api")


@router.get("/tables/{table}/seats/{seat}/hint", responses=responses(401, 404, 409))
async def hint(table: TableId, seat: SeatInPath, hub: TheHub, secret: TheSecret, lang: LangQuery = "en") -> Hint:
    """What a strong bot would play and why, knowing no more than the seat does."""
    room = await hub.room(table)
    authorised(room, secret, seat)
    if room.status == "waiting":
        raise NotYourTurn(message("server.waiting"))
    if seat not in room.session.actors:
        raise NotYourTurn(message("error.over" if room.session.outcome else "error.not-now", actor=seat))
    state, seq = room.session.state, room.seq
    bot = adviser(state.game, state.options)
    found = hint_of(state.view(seat), await hub.bots.hints.think(bot, state, seat, bot_rng(room.id, seat)))
    move = state.write(seat, found.action)
    await hub.store.add_hint(room.id, seat, seq, time.time(), move)
    return Hint(move=move, reason=found.say(lang, room.names(lang)), value=found.value)
