"""A match as one HTML page, with nothing to load from elsewhere and no script."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lelma.game.wording import Wording
from lelma.interfaces.views.match_chart import COLOURS, chance_chart, chart
from lelma.matches.story import Deed, Scene, Story, StoryPart, Vote
from lelma.matches.world_counts import WorldCounts

if TYPE_CHECKING:
    from lelma.talk.chances.suspicion import ChanceCourse  # and NumPy with it, which the playground has not

_MOST_PARAMETER = 60
_OPEN_PARTS = 3
_MOST_SPEECHES = 6
_LEAST_MOVED = 0.01


def match_page(
    story: Story, worlds: Sequence[WorldCounts] = (), *, without_worlds: str = "", chances: ChanceCourse | None = None
) -> str:
    """The page.

    Args:
        without_worlds: why there are no numbers of worlds.
        chances: what the one who seeks an identity made of each player, where there is one.
    """
    style = Path(__file__).with_suffix(".css").read_text("utf-8")
    title = escape(f"{story.game.title}, {_which(story)}")
    return "\n".join(
        [
            '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">",
            f"<title>{title}</title>\n<style>\n{style}</style>\n</head>\n<body>\n<main>",
            *_head(story),
            *_players(story),
            *_votes(story),
            *_worlds(story, worlds, without_worlds),
            *_sought(story, chances),
            *_failing(story),
            *_trust(story),
            *_course(story),
            "</main>\n</body>\n</html>\n",
        ]
    )


def _which(story: Story) -> str:
    """Which match it is: its seeds, or what the record of others calls it."""
    head = story.recorded.head
    if "record" in head:
        return f"recorded game {head['record']}"
    return f"seed {head['seed']}" + (f", of agents {head['agent_seed']}" if "agent_seed" in head else "")


def _sought(story: Story, course: ChanceCourse | None) -> Iterator[str]:
    """What a seeker made of each player, and the speeches that moved it most."""
    if course is None or not any(course.chances):
        return
    names = {player.role: player.name for player in story.players}
    seeker = next(player for player in story.players if player.role == course.role)
    sought = escape(Wording(story.game.file.words).name(course.sought))
    yield f"<h2>How probable it is for {escape(seeker.name)} that each is {sought}</h2>"
    yield (
        f'<p class="lead">By the deals that fit what {escape(seeker.name)} ({escape(seeker.identity)}) saw, weighed by '
        "who says what; votes count only for what they prove. Dots are speeches that moved it.</p>"
    )
    yield f'<div class="wide">{chance_chart(story, course)}</div>'
    moved = [each for each in course.moved if each.size >= _LEAST_MOVED][:_MOST_SPEECHES]
    if moved:
        yield "<ol>"
        for each in moved:
            most = max(each.after, key=lambda player: abs(each.after[player] - each.before[player]))
            change = f"{names[most]}: {each.before[most]:.2f} → {each.after[most]:.2f}"
            said = f"{names[each.speaker]}: “{each.words}”"
            yield f'<li><a href="#ply-{each.ply}">{escape(change)}</a> by {escape(said)}</li>'
        yield "</ol>"


def _head(story: Story) -> Iterator[str]:
    head, result = story.recorded.head, story.recorded.result
    yield f"<header>\n<h1>{escape(story.game.title)}</h1>"
    yield f'<p class="lead">{escape(story.game.file.summary)}</p>'
    yield f'<p class="outcome">{escape(_outcome(story))}</p>'
    refused = sum(player.refused for player in story.players)
    fallbacks = sum(player.fallbacks for player in story.players)
    numbers = [_which(story), f"{story.recorded.plies} joint moves"]
    if "record" in head:
        numbers.append(f"{sum(map(len, story.recorded.refused.values()))} moves against the rules")
    else:
        numbers += [f"{refused} answers refused", f"{fallbacks} fallbacks"]
    numbers += [] if result else ["cut off"]
    yield f'<p class="facts">{escape(" · ".join(numbers))}</p>'
    if head.get("trouble"):
        yield f'<p class="note">The record could not be followed further: {escape(head["trouble"])}</p>'
    parameters = [f"{name} = {_short(value)}" for name, value in head["parameters"].items()]
    if parameters:
        yield "<details><summary>Parameters</summary>"
        yield f'<p class="facts"><code>{"<br>".join(map(escape, parameters))}</code></p></details>'
    yield "</header>"


def _short(value: object) -> str:
    text = str(value)
    return text if len(text) <= _MOST_PARAMETER else f"{text[:_MOST_PARAMETER]}…"


def _outcome(story: Story) -> str:
    """The last thing everyone saw, as a rule who won; else how the match ended."""
    result = story.recorded.result
    if result is None:
        what = "record" if "record" in story.recorded.head else "transcript"
        return f"The {what} ends after {story.recorded.plies} joint moves, before the match did."
    if result["ended"] != "terminal":
        return "The match ended without a result."
    seen = story.parts[-1].scenes[-1].public if story.parts else ()
    winners = [player.name for player in story.players if player.won]
    told = f"The highest goal value goes to {', '.join(winners)}." if winners else "All have the same goal value."
    return " ".join([*seen[-1:], told])


def _players(story: Story) -> Iterator[str]:
    yield '<h2>Players</h2>\n<div class="wide"><table>\n<thead><tr><th>Player</th><th>Identity</th><th>Agent</th>'
    yield '<th class="number">Goal value</th><th></th></tr></thead>\n<tbody>'
    for number, player in enumerate(story.players):
        tags = ['<span class="tag won">won</span>'] if player.won else []
        if player.refused:
            tags.append(f'<span class="tag bad">{player.refused} refused</span>')
        if player.fallbacks:
            tags.append(f'<span class="tag warn">{player.fallbacks} fallbacks</span>')
        dot = f'<span class="dot" style="background:{COLOURS[number % len(COLOURS)]}"></span>'
        cells = f"<td>{escape(player.identity) or '–'}</td><td>{escape(player.agent)}</td>"
        goal = f'<td class="number">{escape(player.goal) or "–"}</td>'
        yield f"<tr><th>{dot}{escape(player.name)}</th>{cells}{goal}<td>{' '.join(tags)}</td></tr>"
    yield "</tbody></table></div>"


def _votes(story: Story) -> Iterator[str]:
    if not story.votes:
        return
    values = sorted({choice for vote in story.votes for choice in vote.choices.values()})
    yield '<h2>Votes</h2>\n<p class="lead">A column is a vote, a row what a player voted for.</p>'
    yield '<div class="wide"><table class="matrix">\n<thead><tr><th></th>'
    yield "".join(f"<th>{_vote_title(story, vote)}</th>" for vote in story.votes) + "</tr></thead>\n<tbody>"
    for player in story.players:
        cells = "".join(_choice(vote.choices.get(player.role), values) for vote in story.votes)
        yield f"<tr><th>{escape(player.name)}</th>{cells}</tr>"
    yield "</tbody></table></div>"


def _vote_title(story: Story, vote: Vote) -> str:
    part = next(part for part in story.parts if part.last >= vote.plies[0])
    return f'<a href="#ply-{vote.plies[0]}">{escape(part.title).replace(", ", "<br>")}</a>'


def _choice(choice: str | None, values: Sequence[str]) -> str:
    if choice is None:
        return "<td>–</td>"
    tag = ("won", "bad")[values.index(choice)] if len(values) == 2 else ""
    return f'<td><span class="tag {tag}">{escape(choice)}</span></td>' if tag else f"<td>{escape(choice)}</td>"


def _worlds(story: Story, worlds: Sequence[WorldCounts], without: str) -> Iterator[str]:
    yield "<h2>What each player could know</h2>"
    if without or not worlds:
        yield f'<p class="lead">{escape(without or "The game has nothing hidden.")}</p>'
        return
    yield '<p class="lead">How many deals were possible after each joint move, given the rules and what the player had '
    yield "perceived. One is certainty.</p>"
    yield f'<div class="wide">{chart(story, worlds)}</div>'
    yield "<details><summary>The numbers at the end of each part</summary>"
    yield '<div class="wide"><table>\n<thead><tr><th></th>'
    yield "".join(f'<th class="number">{escape(part.title)}</th>' for part in story.parts) + "</tr></thead>\n<tbody>"
    for each in worlds:
        name = next(player.name for player in story.players if player.role == each.role)
        counts = [f"{each.counts[part.last]:,}" if part.last < len(each.counts) else "–" for part in story.parts]
        cells = "".join(f'<td class="number">{count}</td>' for count in counts)
        yield f"<tr><th>{escape(name)}</th>{cells}</tr>"
    yield "</tbody></table></div></details>"
    for each in worlds:
        if each.trouble:
            yield f'<p class="note">{escape(each.role)}: the numbers end early: {escape(each.trouble)}</p>'


def _failing(story: Story) -> Iterator[str]:
    """The claims that fail, each with a way to the words."""
    deeds = [(scene, deed) for part in story.parts for scene in part.scenes for deed in scene.deeds]
    found = [(scene, deed, claim) for scene, deed in deeds for claim in deed.claims]
    if not found:
        return
    untrue = [each for each in found if each[2]["verdict"] == "false"]
    failing = [each for each in untrue if not each[2].get("hedged")]
    yield f'<h2>Claims that fail</h2>\n<p class="lead">{len(found)} claims were read in the speeches, '
    guessed = len(untrue) - len(failing)
    yield f"{len(failing)} of them fail{f'; {guessed} wrong guesses are not counted' if guessed else ''}.</p>"
    if failing:
        yield '<div class="wide"><table>\n<thead><tr><th>Who</th><th>Claim</th><th>So it is</th></tr></thead>\n<tbody>'
    for scene, deed, claim in failing:
        quote = f'<a href="#ply-{scene.ply}">{escape(str(claim["quote"]))}</a>'
        yield f"<tr><th>{escape(deed.name)}</th><td>{quote}</td><td>{escape(_correction(claim))}</td></tr>"
    if failing:
        yield "</tbody></table></div>"


def _correction(claim: Mapping[str, Any]) -> str:
    return " ".join(map(str, claim.get("correct") or ())) or str(claim.get("reason", ""))


def _trust(story: Story) -> Iterator[str]:
    """What each player noted of whom it trusts, joint move by joint move, each change with its evidence and quote."""
    notes: dict[str, list[Mapping[str, Any]]] = {}
    for event in story.recorded.events:
        if event["event"] == "note" and event.get("kind") == "trust" and isinstance(event.get("trust"), Mapping):
            notes.setdefault(str(event["role"]), []).append(event)
    if not notes:
        return
    names = {player.role: player.name for player in story.players}
    identities = {player.role: player.identity for player in story.players}
    yield '<h2>Whom each player trusted</h2>\n<p class="lead">Trust from -1 to 1 by the evidence that the player had, '
    yield "as it was noted; what is proved is in bold. A row is a joint move, with the evidence of it.</p>"
    for player in story.players:
        told = notes.get(player.role, [])
        if not told:
            continue
        others = [other for other in names if other != player.role]
        yield f"<details><summary>{escape(player.name)} ({escape(player.identity) or '–'})</summary>"
        yield '<div class="wide"><table>\n<thead><tr><th></th>'
        yield "".join(f"<th>{escape(names[other])}<br>{escape(identities[other])}</th>" for other in others)
        yield "<th>Evidence</th></tr></thead>\n<tbody>"
        yield from (_trust_row(note, player.role, others, names) for note in told)
        yield "</tbody></table></div></details>"


def _trust_row(note: Mapping[str, Any], me: str, others: Sequence[str], names: Mapping[str, str]) -> str:
    """A row of what a player noted; an agent wrote it, so that anything may be there."""
    trust = note["trust"].get(me)
    trust = trust if isinstance(trust, Mapping) else {}
    pins = note.get("pins")
    pins = pins if isinstance(pins, Mapping) else {}
    cells = list[str]()
    for other in others:
        number = trust.get(other)
        shown = f"{number:+.2f}" if isinstance(number, int | float) else "–"
        why = f' title="{escape(str(pins[other]), quote=True)}"' if other in pins else ""
        cells.append(f'<td class="number"{why}>{f"<b>{shown}</b>" if other in pins else shown}</td>')
    evidence = note.get("evidence")
    lines = (
        [_evidence(each, names) for each in evidence if isinstance(each, Mapping)] if isinstance(evidence, list) else []
    )
    if note.get("task"):
        lines.append(f"before the decision: {escape(str(note['task']))}")
    link = f'<a href="#ply-{int(note["ply"])}">{int(note["ply"])}</a>'
    return f"<tr><th>{link}</th>{''.join(cells)}<td>{'<br>'.join(lines)}</td></tr>"


def _evidence(item: Mapping[str, Any], names: Mapping[str, str]) -> str:
    source, target = (names.get(str(item.get(key)), str(item.get(key))) for key in ("source", "target"))
    c = item.get("credibility")
    worth = f" ({c:+.2f}, {item.get('basis')})" if isinstance(c, int | float) else ""
    told = escape(f"{source} {item.get('act')} {target}{worth}")
    quote = str(item.get("quote") or "")
    changed = item.get("changed")
    moved = ", ".join(names.get(str(who), str(who)) for who in changed) if isinstance(changed, Mapping) else ""
    return f"{told}{f': <q>{escape(_short(quote))}</q>' if quote else ''}{f' → {escape(moved)}' if moved else ''}"


def _course(story: Story) -> Iterator[str]:
    yield "<h2>The course of the match</h2>"
    for number, part in enumerate(story.parts):
        open_ = " open" if number < _OPEN_PARTS or any(_has_trouble(scene) for scene in part.scenes) else ""
        yield f'<section class="part"><details{open_}><summary><h3>{escape(part.title)}</h3> '
        yield f'<span class="secret">{_moves(part)}</span></summary>'
        for scene in part.scenes:
            yield from _scene(scene)
        yield "</details></section>"


def _moves(part: StoryPart) -> str:
    first = part.scenes[0].ply
    return f"joint move {first}" if first == part.last else f"joint moves {first} to {part.last}"


def _has_trouble(scene: Scene) -> bool:
    return any(deed.refused or deed.fallback or deed.against for deed in scene.deeds)


def _scene(scene: Scene) -> Iterator[str]:
    if not (scene.deeds or scene.public or scene.private):
        return
    yield f'<div class="scene" id="ply-{scene.ply}"><div class="ply">{scene.ply}</div><div>'
    for deed in scene.deeds:
        yield from _deed(deed)
    yield from (f'<p class="public">{escape(text)}</p>' for text in scene.public)
    if scene.private:
        lines = "<br>".join(f"{escape(who)}: {escape(text)}" for who, text in scene.private)
        told = f'<p class="private">{lines}</p>'
        alone = not scene.deeds and not scene.public
        yield told if alone else f"<details><summary>Perceived by some alone</summary>{told}</details>"
    yield "</div></div>"


def _deed(deed: Deed) -> Iterator[str]:
    for answer, why in deed.refused:
        told = f"“{escape(_short(answer))}” " if answer else ""
        yield f'<p class="refused">{escape(deed.name)}: {told}was refused: {escape(why)}</p>'
    for drafted, wrong in deed.drafts:
        told = f" “{escape(drafted)}”" if drafted else ""
        lines = "<br>".join(map(escape, wrong))
        yield f'<p class="refused">{escape(deed.name)} was checked before it counted:{told}<br>{lines}</p>'
    if deed.fallback:
        yield f'<p class="fallback">Played in place of an answer: {escape(deed.fallback)}</p>'
    if deed.against:
        yield '<p class="refused">The next move is against the rules, and the record went on with it: '
        yield f"{escape(deed.against)}</p>"
    secret = ' <span class="secret">(not seen by all)</span>' if deed.secret else ""
    yield f'<p class="deed"><b>{escape(deed.name)}</b> {escape(deed.text)}{secret}</p>'
    if deed.words:
        yield f"<blockquote>{escape(deed.words)}</blockquote>"
    if deed.claims:
        yield f'<ul class="claims">{"".join(map(_claim, deed.claims))}</ul>'
    if deed.thought:
        yield f"<details><summary>Private thought</summary><blockquote>{escape(deed.thought)}</blockquote></details>"


def _claim(claim: Mapping[str, Any]) -> str:
    truth = str(claim["verdict"])
    correction = f" {escape(_correction(claim))}" if truth != "true" else ""
    kind = truth if truth in ("true", "false", "unknown", "error") and not claim.get("hedged") else "unknown"
    told = f"guessed: {truth}" if claim.get("hedged") else truth
    tag = f'<span class="tag {kind}">{escape(told)}</span>'
    return f'<li class="is-{kind}">{tag} <q>{escape(str(claim["quote"]))}</q>{correction}</li>'
