"""Dataclasses whose methods are made late are the standard ones in all that can be seen."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from dataclasses import FrozenInstanceError, field, replace
from typing import Any

import pytest

from gdl.values import dataclass


@dataclass(frozen=True, slots=True)
class Slotted:
    """With slots."""

    name: str
    parts: tuple[Any, ...] = ()
    note: str = field(default="", compare=False, repr=False)


@dataclass(frozen=True)
class Open:
    """With a dictionary."""

    name: str
    found: dict[str, int] = field(default_factory=dict, hash=False)
    flag: bool = field(default=False, kw_only=True)
    number: int = field(default=3, init=False)

    def __post_init__(self) -> None:
        if not self.name:
            raise ValueError("nameless")


@dataclass
class Changing:
    """One that is not frozen is the standard one."""

    name: str


@dataclass(frozen=True, order=True)
class Ordered:
    """One with an order, too."""

    name: str


def _twin(cls: type, **options: bool) -> type:
    body = {"__annotations__": cls.__annotations__, "__qualname__": cls.__qualname__}
    body |= {each.name: field(**_told(each)) for each in dataclasses.fields(cls)}  # type: ignore[arg-type]
    if hasattr(cls, "__post_init__"):
        body["__post_init__"] = cls.__post_init__
    return dataclasses.dataclass(frozen=True, **options)(type(cls.__name__, (), body))  # type: ignore[call-overload, no-any-return]


def _told(each: dataclasses.Field[Any]) -> dict[str, Any]:
    names = ("default", "default_factory", "init", "repr", "hash", "compare", "kw_only")
    return {name: getattr(each, name) for name in names}


@pytest.mark.parametrize(
    ("cls", "given"),
    [
        (Slotted, [("a",), ("a", (1, 2)), ("a", (1, 2), "n"), ("b",), ((), ())]),
        (Open, [("a",), ("a", {"x": 1}), ("b", {})]),
    ],
)
def test_values_say_and_compare_as_the_standard_ones(cls: type, given: list[tuple[Any, ...]]) -> None:
    twin = _twin(cls, slots=cls is Slotted)
    ours, theirs = [[each(*arguments) for arguments in given] for each in (cls, twin)]
    assert [repr(each) for each in ours] == [repr(each) for each in theirs]
    assert [[one == other for other in ours] for one in ours] == [[one == other for other in theirs] for one in theirs]
    assert [hash(each) for each in ours] == [hash(each) for each in theirs]
    assert ours[0] != theirs[0]
    assert [dataclasses.astuple(each) for each in ours] == [dataclasses.astuple(each) for each in theirs]
    assert cls.__match_args__ == twin.__match_args__


def test_nothing_of_a_value_changes() -> None:
    for value in (Slotted("a"), Open("a")):
        with pytest.raises(FrozenInstanceError):
            value.name = "b"  # type: ignore[misc]
        with pytest.raises(FrozenInstanceError):
            del value.name
    with pytest.raises((FrozenInstanceError, AttributeError)):
        Slotted("a").other = 1  # type: ignore[attr-defined]


def test_values_are_copied_replaced_and_pickled() -> None:
    for value in (Slotted("a", (1,), "n"), Open("a", {"x": 1}, flag=True)):
        assert pickle.loads(pickle.dumps(value)) == copy.deepcopy(value) == copy.copy(value) == value
        assert replace(value, name="b").name == "b"
    match Slotted("a", (1,)):
        case Slotted(name, parts):
            assert (name, parts) == ("a", (1,))


def test_arguments_are_checked() -> None:
    with pytest.raises(TypeError, match=r"Slotted\.__init__\(\) missing 1 required positional argument: 'name'"):
        Slotted()  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        Open("a", {}, True)  # type: ignore[call-arg, misc]
    with pytest.raises(ValueError, match="nameless"):
        Open("")
    assert Open("a").found is not Open("a").found


def test_what_is_no_plain_value_is_the_standard_dataclass() -> None:
    changing = Changing("a")
    changing.name = "b"
    assert changing == Changing("b")
    assert Ordered("a") < Ordered("b")


def test_a_standard_dataclass_may_be_made_from_one() -> None:
    @dataclass(frozen=True)
    class First:
        name: str

    @dataclasses.dataclass(frozen=True)
    class Second(First):
        number: int = 2

    assert repr(Second("a")).endswith("Second(name='a', number=2)") and Second("a") == Second("a", 2) != First("a")
    with pytest.raises(dataclasses.FrozenInstanceError):
        Second("a").name = "b"  # type: ignore[misc]
    with pytest.raises(TypeError, match="frozen"):
        dataclasses.dataclass(type("Third", (First,), {}))


def test_values_that_are_not_compared_are_themselves() -> None:
    @dataclass(frozen=True, eq=False)
    class Single:
        name: str

    one, other = Single("a"), Single("a")
    assert one != other and len({one, other, one}) == 2 and repr(one) == repr(other)
