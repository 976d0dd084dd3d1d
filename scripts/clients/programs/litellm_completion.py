import json
import sys

import litellm
from pydantic import BaseModel
from tell import question, refusal, tell, weather_of, weather_schema, world

maker = sys.argv[1]
base = {"openai": "/v1", "anthropic": "", "gemini": "/v1beta"}[maker]
user = {"role": "user", "content": question}
weather = {"name": "weather", "description": "Tells the weather.", "parameters": weather_schema}
tools = [{"type": "function", "function": weather}]
litellm.telemetry = False
# Its own table of models knows what each may be asked; of models that are not in it, it is told.
known = {"allowed_openai_params": ["reasoning_effort"]} if maker == "openai" else {}


class Report(BaseModel):
    city: str
    degrees: float


def ask(model, key=world["key"], **rest):
    return litellm.completion(
        **{
            "model": f"{maker}/{model}",
            "api_base": world["address"] + base,
            "api_key": key,
            "messages": [user],
            "num_retries": 0,
            "max_retries": 0,
            **rest,
        }
    )


def told(answer):
    message = answer.choices[0].message
    return {
        "text": message.content,
        "thought": getattr(message, "reasoning_content", None),
        "input": answer.usage.prompt_tokens,
        "output": answer.usage.completion_tokens,
    }


def ask_in_pieces(model, **rest):
    chunks = list(ask(model, stream=True, stream_options={"include_usage": True}, **rest))
    return litellm.stream_chunk_builder(chunks, messages=[user]), len(chunks)


def streamed(model):
    answer, count = ask_in_pieces(model)
    return {**told(answer), "inPieces": count > 1}


def through_tools(model, first=ask, **rest):
    answer = first(model, tools=tools, **rest)
    message = answer.choices[0].message
    calls = [[call.function.name, json.loads(call.function.arguments)] for call in message.tool_calls]
    results = [
        {"role": "tool", "tool_call_id": call.id, "name": call.function.name, "content": weather_of(given["city"])}
        for call, (_, given) in zip(message.tool_calls, calls)
    ]
    turns = [user, message.model_dump(), *results]
    return {**told(ask(model, tools=tools, messages=turns, **rest)), "calls": calls}


def picture(model):
    url = "data:image/png;base64," + world["picture"]
    content = [{"type": "text", "text": "What is it?"}, {"type": "image_url", "image_url": {"url": url}}]
    return told(ask(model, messages=[{"role": "user", "content": content}]))


def limit(model):
    answer = ask(model, max_tokens=16)
    return {**told(answer), "isCut": answer.choices[0].finish_reason == "length"}


def vectors(model):
    made = litellm.embedding(
        model=f"{maker}/{model}", api_base=world["address"] + base, api_key=world["key"], input=["one", "two"]
    )
    return [each["embedding"] for each in made.data]


tell(
    {
        "plain": lambda model: told(ask(model)),
        "streamed": streamed,
        "tools": through_tools,
        "streamedTools": lambda model: through_tools(model, first=lambda *a, **b: ask_in_pieces(*a, **b)[0]),
        "picture": picture,
        "schema": lambda model: json.loads(told(ask(model, response_format=Report))["text"]),
        "reasoning": lambda model: told(ask(model, reasoning_effort="low", **known)),
        "streamedReasoning": lambda model: told(ask_in_pieces(model, reasoning_effort="low", **known)[0]),
        "reasoningTools": lambda model: through_tools(model, reasoning_effort="low", **known),
        "system": lambda model: told(ask(model, messages=[{"role": "system", "content": "Be brief."}, user])),
        "limit": limit,
        "stop": lambda model: told(ask(model, stop=["gate"])),
        "refused": lambda model: refusal(lambda: ask(model)),
        "refusedStream": lambda model: refusal(lambda: list(ask(model, stream=True))),
        "wrongKey": lambda model: refusal(lambda: ask(model, key="sk-wrong")),
        "vectors": vectors,
    }
)
