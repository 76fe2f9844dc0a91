"""The calls of one sample, of which there are several if a model may look closer at pictures."""

from dataclasses import dataclass, field, replace

from benchmark.generation.asking.job import GenerationJob
from benchmark.generation.prompts.look import Look
from benchmark.generation.prompts.message import Message, TextPart, sendable
from benchmark.generation.wire.body import sum_known
from benchmark.generation.wire.reply import Finish, Reply
from benchmark.generation.wire.usage import Usage

_WHOLE = ("tokens_in", "tokens_out")
_COUNTS = (*_WHOLE, "tokens_thinking", "tokens_cached")


@dataclass(slots=True)
class Talk:
    """The messages of a sample so far, and what its calls gave."""

    task_id: str
    messages: tuple[Message, ...]
    replies: list[Reply] = field(default_factory=list)
    costs: list[float | None] = field(default_factory=list)  #: US dollars of each call; None if unknown
    guess: int = 0  #: guessed tokens of the prompts of all calls
    looks: tuple[Look, ...] = ()

    def goes_on(self, job: GenerationJob, reply: Reply, cost: float | None, guess: int) -> bool:
        """Count a reply; if it asks to look closer, add it and its answer to the messages, and return True.

        A reply that was cut, refused or filtered is final, and so is one from a file.
        """
        self.replies.append(reply)
        self.costs.append(cost)
        self.guess += guess
        choice = reply.choices[0]
        if job.look is None or not reply.billed or choice.finish not in (Finish.STOP, Finish.OTHER):
            return False
        message, looks = job.look(self.task_id, choice.text, len(self.looks))
        own = Message(role="assistant", parts=(TextPart(text=sendable(choice.text)),))
        self.looks += looks
        if looks:
            self.messages += (own, message)
        return bool(looks)

    @property
    def reply(self) -> Reply:
        """The last reply, with the tokens and the seconds of all."""
        counts = {name: [getattr(reply.usage, name) for reply in self.replies] for name in _COUNTS}
        # Servers leave counts of 0 out, but not those of a prompt and its answer.
        known = {
            name: sum_known(*found)
            for name, found in counts.items()
            if not (name in _WHOLE and None in found)
        }
        seconds = sum(reply.seconds for reply in self.replies)
        return replace(self.replies[-1], usage=Usage(**known), seconds=seconds)

    @property
    def cost(self) -> float | None:
        """US dollars of all calls; None if that of one is unknown."""
        return None if None in self.costs else self.known_cost(len(self.costs))

    def known_cost(self, calls: int) -> float:
        """Return the US dollars of the first calls, as far as they are known."""
        return sum(filter(None, self.costs[:calls]))
