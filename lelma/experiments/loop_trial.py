"""One run of the loop, written down as it happens, and gone on with where its transcript ends.

Events of a transcript: `run_started` (all terms of the run), `replied` (a reply, the moment it arrives), `attempt`
(the reply checked: claims, verdicts, feedback, choice), `run_resumed`, `run_failed` (the model gave no reply) and,
last, `run_ended`. A run without `run_ended` is not finished.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

from gdl.text.write import to_kif
from gdl.values import dataclass
from lelma.experiments.errors import ExperimentError
from lelma.experiments.plan import INVERTED, Experiment, Run
from lelma.experiments.simulated.model import Simulated
from lelma.experiments.trial import Stop, Stopped, Trial
from lelma.matches.transcript import Event, Transcript
from lelma.models.costs import CostLimited, Metered, Tally, failures_from, failures_json, spent
from lelma.models.protocol import CostLimitReached, Message, Model, ModelError, Reply, UnusableReply, Usage
from lelma.models.scripted import Scripted
from lelma.verify.instruction import instruction
from lelma.verify.loop import Attempt, run_loop
from lelma.verify.report import Report
from lelma.verify.verifier import Verifier


@dataclass(frozen=True)
class Ended:
    """How a run ended, and what its calls came to, those of earlier processes too."""

    outcome: str
    attempts: int


@dataclass(frozen=True)
class LoopParts:
    """What a run of the loop takes, opened: `translator` is the model that translates, where one does."""

    verifier: Verifier
    model: Model
    translator: Metered | None = None


def loop_trial(
    run: Run, experiment: Experiment, opened: Callable[[Run], LoopParts], *, on_reply: Callable[[Reply], None]
) -> Trial:
    """A run of an experiment as a trial; `opened` is called when it is run."""

    def play(transcript: Path, stop: Stop) -> str:
        parts = opened(run)
        ended = run_loop_trial(
            run,
            experiment,
            parts.verifier,
            parts.model,
            transcript,
            stop=stop,
            on_reply=on_reply,
            translator=parts.translator,
        )
        return ended.outcome

    return Trial(run.id, experiment.terms(run), play)


def run_loop_trial(
    run: Run,
    experiment: Experiment,
    verifier: Verifier,
    model: Model,
    file: Path,
    *,
    stop: Stop,
    on_reply: Callable[[Reply], None],
    translator: Metered | None = None,
    clock: Callable[[], datetime] = lambda: datetime.now(UTC),
) -> Ended:
    """Run the loop, or the rest of it.

    Args:
        translator: the model that translates, so that each attempt tells what its translation took.

    Raises:
        Stopped: if `stop` is set while a reply is still wanted, or it could pass what calls may cost.
        ModelError: if the model gives none; the transcript says so.
        ExperimentError: if the transcript is of a run on other terms.
    """
    transcript = Transcript(file)
    try:
        return _play(run, experiment, verifier, model, transcript, stop, on_reply, translator, clock)
    finally:
        transcript.close()


def _play(
    run: Run,
    experiment: Experiment,
    verifier: Verifier,
    model: Model,
    transcript: Transcript,
    stop: Stop,
    on_reply: Callable[[Reply], None],
    translator: Metered | None,
    clock: Callable[[], datetime],
) -> Ended:
    inverted = experiment.cells == INVERTED
    prompt = instruction(verifier, naming=experiment.naming, inverted=inverted, style=experiment.style)
    terms = {**experiment.terms(run), "instruction": prompt, "rules": _fingerprint(verifier)}
    check_terms(transcript.path, transcript.events, terms)

    def write(event: str, **values: Any) -> None:
        transcript.write(event, **values, time=clock().isoformat(timespec="milliseconds"))

    made = attempts_of(transcript.events)
    if end := finished(transcript.events):
        return Ended(end["outcome"], end["attempts"])
    if not transcript.events:
        moves = list(verifier.vocabulary.moves.get(verifier.role, ()))
        words = verifier.vocabulary.naming(experiment.naming)
        called = {"called": [words.preferred(move) for move in moves]} if experiment.naming else {}
        write("run_started", **terms, moves=moves, **called)
    else:
        write("run_resumed", attempts=len(made))
    recorder = _Recorder(model, transcript.events, write, stop, on_reply)

    def keep(attempt: Attempt) -> None:
        mistakes = recorder.mistakes
        known: dict[str, Any] = {} if mistakes is None else {"mistakes": list(mistakes)}
        if translator is not None:
            known["translation"] = _written(translator.take())
        report = attempt.report.as_json()
        choice = attempt.report.choice
        write("attempt", attempt=attempt.number, text=attempt.text, choice=choice, report=report, **known)

    try:
        result = run_loop(
            verifier,
            recorder,
            prompt,
            max_attempts=experiment.attempts,
            temperature=experiment.temperature,
            max_tokens=experiment.max_tokens,
            stop_on_repeat=experiment.stop_on_repeat,
            made=made,
            on_attempt=keep,
        )
    except Stopped:
        raise
    except CostLimitReached as error:
        raise Stopped from error
    except Exception as error:
        usage = error.usage if isinstance(error, UnusableReply) and error.usage else Usage()
        failed = error.failed if isinstance(error, ModelError) else ()
        tries = {"failed": failures_json(failed)} if failed else {}
        write("run_failed", error=str(error), **vars(usage), **tries)
        raise
    passed = result.outcome == "unverified" and experiment.accept_unverified
    outcome = "no_queries" if passed else result.outcome
    write("run_ended", outcome=outcome, attempts=len(result.attempts), choice=result.final.choice)
    return Ended(outcome, len(result.attempts))


class _Recorder:
    """The model of a run: writes each reply down when it comes, and first gives one that was left unchecked."""

    def __init__(
        self,
        model: Model,
        events: Sequence[Event],
        write: Callable[..., None],
        stop: Stop,
        on_reply: Callable[[Reply], None],
    ) -> None:
        replied = [event for event in events if event["event"] == "replied"]
        checked = sum(event["event"] == "attempt" for event in events)
        self.name = model.name
        self.mistakes: tuple[str, ...] | None = None
        self._model = model
        self._simulated = model.model if isinstance(model, CostLimited) else model
        self._given = len(replied)
        self._unchecked = replied[checked:]
        self._write, self._stop, self._on_reply = write, stop, on_reply
        if isinstance(model, Scripted):
            model.given = self._given

    def complete(
        self,
        messages: Sequence[Message],
        *,
        temperature: float = 1.0,
        max_tokens: int = 1024,
        schema: Mapping[str, Any] | None = None,
        seed: int | None = None,
    ) -> Reply:
        if self._unchecked:
            event = self._unchecked.pop(0)
            self.mistakes = tuple(event["mistakes"]) if "mistakes" in event else None
            return reply_of(event)
        if self._stop.is_set():
            raise Stopped
        reply = self._model.complete(messages, temperature=temperature, max_tokens=max_tokens, schema=schema, seed=seed)
        self.mistakes = self._simulated.mistakes(reply.text) if isinstance(self._simulated, Simulated) else None
        known: dict[str, Any] = {} if self.mistakes is None else {"mistakes": list(self.mistakes)}
        known |= {"failed": failures_json(reply.failed)} if reply.failed else {}
        self._given += 1
        self._write(
            "replied",
            attempt=self._given,
            text=reply.text,
            prompt_tokens=reply.usage.prompt_tokens,
            reply_tokens=reply.usage.reply_tokens,
            cached=reply.cached,
            cut=reply.cut,
            seconds=round(reply.seconds, 3),
            **known,
        )
        self._on_reply(reply)
        return reply


def reply_of(event: Event) -> Reply:
    """The reply that a `replied` event tells of."""
    usage = Usage(event["prompt_tokens"], event["reply_tokens"])
    failed = failures_from(event.get("failed", ()))
    return Reply(
        event["text"], usage, cached=event["cached"], cut=event["cut"], seconds=event["seconds"], failed=failed
    )


def attempts_of(events: Sequence[Event]) -> list[Attempt]:
    """The checked attempts of a transcript."""
    replies = {event["attempt"]: reply_of(event) for event in events if event["event"] == "replied"}
    return [
        Attempt(event["attempt"], event["text"], Report.from_json(event["report"]), replies[event["attempt"]])
        for event in events
        if event["event"] == "attempt"
    ]


def finished(events: Sequence[Event]) -> Event | None:
    """The event that a run ended with; None for a run that is not finished."""
    return events[-1] if events and events[-1]["event"] == "run_ended" else None


def tally_of(events: Sequence[Event]) -> Tally:
    """What the calls of a run came to, unusable replies included."""
    total = Tally()
    for event in events:
        if event["event"] == "replied":
            total += Tally.of(reply_of(event))
        elif event["event"] == "run_failed":
            _, seconds = spent(failures_from(event.get("failed", ())))
            further = max(0, len(event.get("failed", ())) - 1)
            billed = Usage(event["prompt_tokens"], event["reply_tokens"])
            total += Tally(calls=1, billed=billed, seconds=seconds, failed=further)
    return total


def translations_of(events: Sequence[Event]) -> Tally:
    """What the calls of the model that translates came to."""
    total = Tally()
    for event in events:
        if told := event.get("translation"):
            billed, saved = (Usage(*told[name]) for name in ("billed", "saved"))
            total += Tally(told["calls"], told["cached_calls"], billed, saved, told["seconds"], told.get("failed", 0))
    return total


def _written(tally: Tally) -> dict[str, Any]:
    """A tally as transcripts hold it; tokens as pairs of the prompts' and the replies'."""
    tokens = {name: [usage.prompt_tokens, usage.reply_tokens] for name, usage in vars(tally).items() if name in _TOKENS}
    tries = {"failed": tally.failed} if tally.failed else {}
    seconds = round(tally.seconds, 3)
    return {"calls": tally.calls, "cached_calls": tally.cached_calls, **tokens, "seconds": seconds, **tries}


_TOKENS = ("billed", "saved")


def check_terms(file: Path, events: Sequence[Event], terms: Mapping[str, Any]) -> None:
    """
    Raises:
        ExperimentError: if the transcript is of a run on other terms; the message names those that changed.
    """
    if not events:
        return
    changed = [name for name, value in terms.items() if name in events[0] and events[0][name] != value]
    if changed:
        raise ExperimentError(
            [
                f"{file}: {name} was {events[0][name]!r} when this run began and is {terms[name]!r} now; "
                "put it back, or name another --output"
                for name in changed
            ]
        )


def _fingerprint(verifier: Verifier) -> str:
    """The same for the same rules, wherever they lie."""
    if verifier.facts is None or not verifier.facts.cells:
        return sha256(repr((verifier.role, to_kif(verifier.game.description))).encode()).hexdigest()[:16]
    cells = [(str(cell.profile), [str(payoff) for payoff in cell.payoffs]) for cell in verifier.facts.cells]
    return sha256(repr((verifier.facts.roles, verifier.role, cells)).encode()).hexdigest()[:16]
