from anthropic import Anthropic
from pydantic import BaseModel
from tell import question, refusal, tell, weather_of, weather_schema, world

user = {"role": "user", "content": question}
tools = [{"name": "weather", "description": "Tells the weather.", "input_schema": weather_schema}]
thinking = {"thinking": {"type": "enabled", "budget_tokens": 1024}, "max_tokens": 4096}


class Report(BaseModel):
    city: str
    degrees: float


def client_with(key):
    return Anthropic(base_url=world["address"], api_key=key, max_retries=0)


client = client_with(world["key"])


def asking(model, rest):
    return {"model": model, "max_tokens": 1000, "messages": [user], **rest}


def ask(model, **rest):
    return client.messages.create(**asking(model, rest))


def told(answer):
    return {
        "text": "".join(block.text for block in answer.content if block.type == "text"),
        "thought": "".join(block.thinking for block in answer.content if block.type == "thinking"),
        "input": answer.usage.input_tokens,
        "output": answer.usage.output_tokens,
    }


def ask_in_pieces(model, **rest):
    with client.messages.stream(**asking(model, rest)) as stream:
        count = sum(event.type == "text" for event in stream)
        return stream.get_final_message(), count


def streamed(model):
    answer, count = ask_in_pieces(model)
    return {**told(answer), "inPieces": count > 1}


def through_tools(model, first=ask, **rest):
    answer = first(model, tools=tools, **rest)
    made = [block for block in answer.content if block.type == "tool_use"]
    results = [
        {"type": "tool_result", "tool_use_id": call.id, "content": weather_of(call.input["city"])} for call in made
    ]
    turns = [user, {"role": "assistant", "content": answer.content}, {"role": "user", "content": results}]
    calls = [[call.name, call.input] for call in made]
    return {**told(ask(model, **{"tools": tools, **rest, "messages": turns})), "calls": calls}


def picture(model):
    source = {"type": "base64", "media_type": "image/png", "data": world["picture"]}
    content = [{"type": "image", "source": source}, {"type": "text", "text": "What is it?"}]
    return told(ask(model, messages=[{"role": "user", "content": content}]))


def schema(model):
    return client.messages.parse(**asking(model, {}), output_format=Report).parsed_output.model_dump()


def limit(model):
    answer = ask(model, max_tokens=16)
    return {**told(answer), "isCut": answer.stop_reason == "max_tokens"}


if __name__ == "__main__":
    tell(
        {
            "plain": lambda model: told(ask(model)),
            "streamed": streamed,
            "tools": through_tools,
            "streamedTools": lambda model: through_tools(model, first=lambda *a, **b: ask_in_pieces(*a, **b)[0]),
            "picture": picture,
            "schema": schema,
            "reasoning": lambda model: told(ask(model, **thinking)),
            "streamedReasoning": lambda model: told(ask_in_pieces(model, **thinking)[0]),
            "reasoningTools": lambda model: through_tools(model, **thinking),
            "system": lambda model: told(ask(model, system="Be brief.")),
            "limit": limit,
            "stop": lambda model: told(ask(model, stop_sequences=["gate"])),
            "refused": lambda model: refusal(lambda: ask(model)),
            "refusedStream": lambda model: refusal(lambda: ask(model, stream=True)),
            "wrongKey": lambda model: refusal(lambda: client_with("sk-wrong").messages.create(**asking(model, {}))),
            "models": lambda _: [each.id for each in client.models.list()],
        }
    )
