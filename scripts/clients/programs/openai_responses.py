import json

from openai import OpenAI
from pydantic import BaseModel
from tell import question, refusal, tell, weather_of, weather_schema, world

tools = [{"type": "function", "name": "weather", "description": "Tells the weather.", "parameters": weather_schema}]
thinking = {"effort": "low", "summary": "auto"}


class Report(BaseModel):
    city: str
    degrees: float


def client_with(key):
    return OpenAI(base_url=world["address"] + "/v1", api_key=key, max_retries=0)


client = client_with(world["key"])


def ask(model, **rest):
    return client.responses.create(**{"model": model, "input": question, **rest})


def told(answer):
    return {
        "text": answer.output_text,
        "input": answer.usage.input_tokens,
        "output": answer.usage.output_tokens,
        "thought": "".join(part.text for item in answer.output if item.type == "reasoning" for part in item.summary),
    }


def ask_in_pieces(model, **rest):
    with client.responses.stream(model=model, **{"input": question, **rest}) as stream:
        count = sum(event.type == "response.output_text.delta" for event in stream)
        return stream.get_final_response(), count


def streamed(model):
    answer, count = ask_in_pieces(model)
    return {**told(answer), "inPieces": count > 1}


def through_tools(model, first=ask, **rest):
    """Nothing is kept at the other end: what was told goes back as it came."""
    rest = {"tools": tools, "store": False, "include": ["reasoning.encrypted_content"], **rest}
    answer = first(model, **rest)
    made = [item for item in answer.output if item.type == "function_call"]
    calls = [[call.name, json.loads(call.arguments)] for call in made]
    results = [
        {"type": "function_call_output", "call_id": call.call_id, "output": weather_of(given["city"])}
        for call, (_, given) in zip(made, calls)
    ]
    turns = [{"role": "user", "content": question}, *answer.output, *results]
    return {**told(ask(model, **{**rest, "input": turns})), "calls": calls, "firstThought": told(answer)["thought"]}


def picture(model):
    content = [
        {"type": "input_text", "text": "What is it?"},
        {"type": "input_image", "image_url": "data:image/png;base64," + world["picture"]},
    ]
    return told(ask(model, input=[{"role": "user", "content": content}]))


def schema(model):
    return client.responses.parse(model=model, input=question, text_format=Report).output_parsed.model_dump()


def limit(model):
    answer = ask(model, max_output_tokens=16)
    return {**told(answer), "isCut": answer.status == "incomplete"}


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
            "reasoning": lambda model: told(ask(model, reasoning=thinking)),
            "streamedReasoning": lambda model: told(ask_in_pieces(model, reasoning=thinking)[0]),
            "reasoningTools": lambda model: through_tools(model, reasoning=thinking),
            "system": lambda model: told(ask(model, instructions="Be brief.")),
            "limit": limit,
            "refused": lambda model: refusal(lambda: ask(model)),
            "refusedStream": lambda model: refusal(lambda: ask(model, stream=True)),
            "wrongKey": lambda model: refusal(
                lambda: client_with("sk-wrong").responses.create(model=model, input=question)
            ),
            "models": lambda _: [each.id for each in client.models.list()],
            "vectors": vectors,
        }
    )
