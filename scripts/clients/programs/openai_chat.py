import json

from openai import OpenAI
from pydantic import BaseModel
from tell import question, refusal, tell, weather_of, weather_schema, world

user = {"role": "user", "content": question}
weather = {"name": "weather", "description": "Tells the weather.", "parameters": weather_schema}
tools = [{"type": "function", "function": weather}]


class Report(BaseModel):
    city: str
    degrees: float


def client_with(key):
    return OpenAI(base_url=world["address"] + "/v1", api_key=key, max_retries=0)


client = client_with(world["key"])


def ask(model, **rest):
    return client.chat.completions.create(**{"model": model, "messages": [user], **rest})


def told(answer):
    used = answer.usage
    return {"text": answer.choices[0].message.content, "input": used.prompt_tokens, "output": used.completion_tokens}


def ask_in_pieces(model, **rest):
    with client.chat.completions.stream(
        model=model, messages=[user], stream_options={"include_usage": True}, **rest
    ) as stream:
        count = sum(event.type == "content.delta" for event in stream)
        return stream.get_final_completion(), count


def streamed(model):
    answer, count = ask_in_pieces(model)
    return {**told(answer), "inPieces": count > 1}


def through_tools(model, first=ask, **rest):
    """Both turns, however the first is asked for."""
    message = first(model, tools=tools, **rest).choices[0].message
    calls = [[call.function.name, json.loads(call.function.arguments)] for call in message.tool_calls]
    results = [
        {"role": "tool", "tool_call_id": call.id, "content": weather_of(given["city"])}
        for call, (_, given) in zip(message.tool_calls, calls)
    ]
    answer = ask(model, tools=tools, messages=[user, message, *results], **rest)
    thought = getattr(message, "reasoning_content", None)
    return {"calls": calls, "text": answer.choices[0].message.content, "thought": thought}


def picture(model):
    url = "data:image/png;base64," + world["picture"]
    content = [{"type": "text", "text": "What is it?"}, {"type": "image_url", "image_url": {"url": url}}]
    return told(ask(model, messages=[{"role": "user", "content": content}]))


def schema(model):
    answer = client.chat.completions.parse(model=model, messages=[user], response_format=Report)
    return answer.choices[0].message.parsed.model_dump()


def reasoning(model):
    answer = ask(model, reasoning_effort="low")
    return {**told(answer), "thought": answer.choices[0].message.reasoning_content}


def streamed_reasoning(model):
    thought, text = "", ""
    for chunk in ask(model, reasoning_effort="low", stream=True):
        for choice in chunk.choices:
            thought += getattr(choice.delta, "reasoning_content", None) or ""
            text += choice.delta.content or ""
    return {"thought": thought, "text": text}


def limit(model):
    answer = ask(model, max_completion_tokens=16)
    return {**told(answer), "isCut": answer.choices[0].finish_reason == "length"}


def vectors(model):
    return [each.embedding for each in client.embeddings.create(model=model, input=["one", "two"]).data]


if __name__ == "__main__":
    tell(
        {
            "plain": lambda model: told(ask(model)),
            "streamed": streamed,
            "tools": through_tools,
            "streamedTools": lambda model: through_tools(model, first=lambda *a, **b: ask_in_pieces(*a, **b)[0]),
            "picture": picture,
            "schema": schema,
            "reasoning": reasoning,
            "streamedReasoning": streamed_reasoning,
            "reasoningTools": lambda model: through_tools(model, reasoning_effort="low"),
            "system": lambda model: told(ask(model, messages=[{"role": "system", "content": "Be brief."}, user])),
            "limit": limit,
            "stop": lambda model: told(ask(model, stop=["gate"])),
            "refused": lambda model: refusal(lambda: ask(model)),
            "refusedStream": lambda model: refusal(lambda: ask(model, stream=True)),
            "wrongKey": lambda model: refusal(
                lambda: client_with("sk-wrong").chat.completions.create(model=model, messages=[user])
            ),
            "models": lambda _: [each.id for each in client.models.list()],
            "vectors": vectors,
        }
    )
