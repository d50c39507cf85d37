"""The tables of what agents noted: how good their beliefs were, and what checks of their drafts found."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import fmean

from lelma.experiments.evaluation.tables import ReportTable, TableCell
from lelma.experiments.metrics.beliefs import calibration
from lelma.experiments.metrics.confusion import Share
from lelma.experiments.metrics.means import Mean, mean_of
from lelma.experiments.over_matches.beliefs_noted import NotedBelief, noted_beliefs
from lelma.experiments.over_matches.checks_noted import CheckedAnswer, checked_answers, count_checks
from lelma.experiments.over_matches.tables import GROUP_COLUMNS, MatchGroup


def noted_tables(groups: Sequence[MatchGroup]) -> list[ReportTable]:
    """Every table that agents noted something for."""
    believed = [(group, side, found) for group in groups for side, found in _beliefs(group).items()]
    answers = [(group, side, found) for group in groups for side, found in _answers(group).items()]
    tables = []
    if believed:
        tables += [beliefs_table(believed), *filter(None, [by_round_table(groups)])]
        tables += [own_table(believed), calibration_table(believed)]
    if answers:
        tables += [statements_table(answers), feedback_table(answers)]
    return tables


def _beliefs(group: MatchGroup) -> dict[str, list[NotedBelief]]:
    """Side of who believes → beliefs."""
    found: dict[str, list[NotedBelief]] = {}
    for each in group.matches:
        side_of = {row.role: row.side for row in each.rows}
        for belief in noted_beliefs(each.notes, each.identities, each.sides, run=each.run):
            found.setdefault(side_of.get(belief.role, ""), []).append(belief)
    return found


def _answers(group: MatchGroup) -> dict[str, list[CheckedAnswer]]:
    found: dict[str, list[CheckedAnswer]] = {}
    for each in group.matches:
        side_of = {row.role: row.side for row in each.rows}
        for answer in checked_answers(each.notes):
            found.setdefault(side_of.get(answer.role, ""), []).append(answer)
    return found


def mean_by_match(beliefs: Sequence[NotedBelief], score: Callable[[NotedBelief], float | None]) -> Mean | None:
    """The mean over matches of the mean score of a match's beliefs, which are no independent draws."""
    by_match: dict[str, list[float]] = {}
    for belief in beliefs:
        if (number := score(belief)) is not None:
            by_match.setdefault(belief.run, []).append(number)
    return mean_of([fmean(numbers) for numbers in by_match.values()])


Believed = Sequence[tuple[MatchGroup, str, Sequence[NotedBelief]]]
Answered = Sequence[tuple[MatchGroup, str, Sequence[CheckedAnswer]]]


def beliefs_table(believed: Believed) -> ReportTable:
    """Beliefs about others, all of them and the last of each match."""
    rows: list[tuple[TableCell, ...]] = []
    for group, side, found in believed:
        others = [belief for belief in found if not belief.own]
        for when, kept in (("all", others), ("last", [belief for belief in others if belief.last])):
            sound = [belief for belief in kept if belief.sound]
            rows.append(
                (
                    *group.key,
                    side,
                    when,
                    Share(sum(belief.right for belief in sound), len(sound)),
                    mean_by_match(sound, lambda belief: belief.side_brier),
                    mean_by_match(sound, lambda belief: belief.side_log_loss),
                    mean_by_match(sound, lambda belief: belief.identity_brier),
                    mean_by_match(sound, lambda belief: belief.identity_log_loss),
                    len(kept) - len(sound),
                )
            )
    columns = (
        *GROUP_COLUMNS,
        "Side",
        "Beliefs",
        "Side right",
        "Side Brier",
        "Side log loss",
        "Identity Brier",
        "Identity log loss",
        "Unsound",
    )
    note = (
        "Beliefs about other players, of all moments and the last about each. Right: the true side is the most "
        "probable, and it alone. Brier and log loss: the less the better; means over matches of a match's mean. "
        "Unsound ones, whose numbers are no probabilities, are not scored."
    )
    return ReportTable("beliefs", "How good beliefs about others are", columns, tuple(rows), note)


def by_round_table(groups: Sequence[MatchGroup]) -> ReportTable | None:
    """Beliefs about others by the round they were noted in; None where matches have no rounds."""
    rows: list[tuple[TableCell, ...]] = []
    for group in groups:
        found: dict[tuple[int, str], list[NotedBelief]] = {}
        for each in group.matches:
            side_of = {row.role: row.side for row in each.rows}
            for belief in noted_beliefs(each.notes, each.identities, each.sides, run=each.run):
                if belief.sound and not belief.own and (number := each.round_of(belief.ply)):
                    found.setdefault((number, side_of.get(belief.role, "")), []).append(belief)
        for (number, side), some in sorted(found.items()):
            right = Share(sum(each.right for each in some), len(some))
            scores = (mean_by_match(some, score) for score in (lambda each: each.side_brier, _log_loss))
            rows.append((*group.key, side, number, len({each.run for each in some}), right, *scores))
    if not rows:
        return None
    columns = (*GROUP_COLUMNS, "Side", "Round", "Matches", "Side right", "Side Brier", "Side log loss")
    note = "Beliefs about other players by the round they were noted in; means over matches of a match's mean."
    return ReportTable(
        "beliefs_by_round", "How good beliefs about others are, round by round", columns, tuple(rows), note
    )


def _log_loss(belief: NotedBelief) -> float:
    return belief.side_log_loss


def own_table(believed: Believed) -> ReportTable:
    """Who found out its own side."""
    rows: list[tuple[TableCell, ...]] = []
    for group, side, found in believed:
        own = [belief for belief in found if belief.own and belief.sound]
        players: dict[tuple[str, str], list[NotedBelief]] = {}
        for belief in own:
            players.setdefault((belief.run, belief.role), []).append(belief)
        final = [told[-1].right for told in players.values()]
        ever = [any(belief.right for belief in told) for told in players.values()]
        rows.append((*group.key, side, Share(sum(final), len(final)), Share(sum(ever), len(ever))))
    columns = (*GROUP_COLUMNS, "Side", "At the end", "Ever")
    note = "Players who noted a belief about themselves, and hold their own side for the most probable."
    return ReportTable("own", "Who finds its own side", columns, tuple(rows), note)


def calibration_table(believed: Believed) -> ReportTable:
    """What was said at each probability, and how often it is so."""
    rows: list[tuple[TableCell, ...]] = []
    by_group: dict[tuple[str, str], list[tuple[float, bool]]] = {}
    for group, _, found in believed:
        stated = by_group.setdefault(group.key, [])
        for belief in found:
            if belief.sound and not belief.own:
                truth = belief.identity if belief.names_identities else belief.side
                stated += [(min(1.0, chance), name == truth) for name, chance in belief.chances.items()]
    for key, stated in by_group.items():
        for kept in calibration(stated):
            rows.append((*key, f"{kept.low:.0%}–{kept.high:.0%}", Share(kept.true, kept.n), mean_of([kept.mean])))
    columns = (*GROUP_COLUMNS, "Stated", "True", "Mean stated")
    note = "Every probability that was noted of another player, as it was noted."
    return ReportTable("calibration", "Calibration of beliefs", columns, tuple(rows), note)


def statements_table(answers: Answered) -> ReportTable:
    """Claims of drafts and of what was said, by place and kind."""
    rows = []
    for group, side, found in answers:
        counts = count_checks(found)
        rows += [
            (*group.key, side, where, kind, counts.refuted[where, kind], counts.open[where, kind], published)
            for where, kind in counts.refuted
            for published in [counts.published.get((where, kind))]
        ]
    columns = (*GROUP_COLUMNS, "Side", "Where", "Kind", "Refuted in drafts", "Open in drafts", "Refuted as said")
    note = (
        "Claims that the speaker's own view refutes, of those that it decides; meant lies left out. In thoughts they "
        "are hallucinations. Open: that it decides neither way, of all."
    )
    return ReportTable("statements", "False statements by kind", columns, tuple(rows), note)


def feedback_table(answers: Answered) -> ReportTable:
    """What was fed back, and what came of it."""
    rows: list[tuple[TableCell, ...]] = []
    for group, side, found in answers:
        counts = count_checks(found)
        alarms = counts.alarms if counts.alarms.n else None
        rows.append((*group.key, side, counts.given, counts.lines, counts.obeyed, counts.lies, alarms))
    columns = (
        *GROUP_COLUMNS,
        "Side",
        "Answers with feedback",
        "Lines",
        "Obeyed",
        "Lies among what is refuted",
        "False alarms",
    )
    note = (
        "Obeyed: of attempts after feedback, those in which nothing fails again that failed before. False alarms: "
        "refuted claims on sentences that are no mistakes, of agents that know theirs."
    )
    return ReportTable("feedback", "Feedback on drafts", columns, tuple(rows), note)
