import base64
import sys

from pydantic import BaseModel
from pydantic_ai import Agent, BinaryContent
from pydantic_ai.messages import ModelResponse, TextPart, ThinkingPart, ToolCallPart
from tell import question, refusal, tell, weather_of, world

way = sys.argv[1]


class Report(BaseModel):
    city: str
    degrees: float


def model_of(name, key):
    if way in ("chat", "responses"):
        from openai import AsyncOpenAI
        from pydantic_ai.models.openai import OpenAIChatModel, OpenAIResponsesModel
        from pydantic_ai.providers.openai import OpenAIProvider

        client = AsyncOpenAI(base_url=world["address"] + "/v1", api_key=key, max_retries=0)
        kind = OpenAIChatModel if way == "chat" else OpenAIResponsesModel
        return kind(name, provider=OpenAIProvider(openai_client=client))
    if way == "anthropic":
        from anthropic import AsyncAnthropic
        from pydantic_ai.models.anthropic import AnthropicModel
        from pydantic_ai.providers.anthropic import AnthropicProvider

        client = AsyncAnthropic(base_url=world["address"], api_key=key, max_retries=0)
        return AnthropicModel(name, provider=AnthropicProvider(anthropic_client=client))
    from pydantic_ai.models.google import GoogleModel
    from pydantic_ai.providers.google import GoogleProvider

    return GoogleModel(name, provider=GoogleProvider(api_key=key, base_url=world["address"]))


thinking = {
    "chat": {"openai_reasoning_effort": "low"},
    "responses": {"openai_reasoning_effort": "low", "openai_reasoning_summary": "auto"},
    "anthropic": {"anthropic_thinking": {"type": "enabled", "budget_tokens": 1024}, "max_tokens": 4096},
    "google": {"google_thinking_config": {"include_thoughts": True}},
}[way]


def agent(name, key=world["key"], **rest):
    return Agent(model_of(name, key), retries=0, **rest)


def told(run):
    parts = [part for message in run.all_messages() if isinstance(message, ModelResponse) for part in message.parts]
    usage = run.usage() if callable(run.usage) else run.usage
    return {
        "text": "".join(part.content for part in parts if isinstance(part, TextPart)),
        "thought": "".join(part.content for part in parts if isinstance(part, ThinkingPart)),
        "calls": [[part.tool_name, part.args_as_dict()] for part in parts if isinstance(part, ToolCallPart)],
        "input": usage.input_tokens,
        "output": usage.output_tokens,
    }


def ask(name, settings=None, **rest):
    return told(agent(name, **rest).run_sync(question, model_settings=settings))


async def in_pieces(name, settings=None, **rest):
    count = 0
    async with agent(name, **rest).run_stream(question, model_settings=settings) as run:
        async for _ in run.stream_text(delta=True, debounce_by=None):
            count += 1
        return {**told(run), "inPieces": count > 1}


def weather(city: str) -> str:
    """Tells the weather."""
    return weather_of(city)


def picture(name):
    shown = BinaryContent(data=base64.b64decode(world["picture"]), media_type="image/png")
    return told(agent(name).run_sync(["What is it?", shown]))


def limit(name):
    run = agent(name).run_sync(question, model_settings={"max_tokens": 16})
    last = run.all_messages()[-1]
    return {**told(run), "isCut": last.finish_reason == "length"}


tell(
    {
        "plain": ask,
        "streamed": in_pieces,
        "tools": lambda name: ask(name, tools=[weather]),
        "streamedTools": lambda name: in_pieces(name, tools=[weather]),
        "picture": picture,
        "schema": lambda name: agent(name, output_type=Report).run_sync(question).output.model_dump(),
        "reasoning": lambda name: ask(name, thinking),
        "streamedReasoning": lambda name: in_pieces(name, thinking),
        "reasoningTools": lambda name: ask(name, thinking, tools=[weather]),
        "system": lambda name: ask(name, system_prompt="Be brief."),
        "limit": limit,
        "stop": lambda name: ask(name, {"stop_sequences": ["gate"]}),
        "refused": lambda name: refusal(lambda: ask(name)),
        "wrongKey": lambda name: refusal(lambda: ask(name, key="sk-wrong")),
    }
)
