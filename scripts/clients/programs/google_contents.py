import base64

from google import genai
from google.genai import types
from pydantic import BaseModel
from tell import question, refusal, tell, weather_of, weather_schema, world

weather = types.FunctionDeclaration(
    name="weather", description="Tells the weather.", parameters_json_schema=weather_schema
)
tools = [types.Tool(function_declarations=[weather])]
thinking = types.ThinkingConfig(include_thoughts=True, thinking_budget=1024)


class Report(BaseModel):
    city: str
    degrees: float


def client_with(key):
    return genai.Client(api_key=key, http_options=types.HttpOptions(base_url=world["address"]))


client = client_with(world["key"])
wrong = client_with("sk-wrong")


def ask(model, contents=question, **config):
    return client.models.generate_content(
        model=model, contents=contents, config=types.GenerateContentConfig(**config)
    )


def parts_of(answers):
    return [part for answer in answers for part in answer.candidates[0].content.parts or []]


def told(*answers):
    parts = parts_of(answers)
    used = answers[-1].usage_metadata
    return {
        "text": "".join(part.text for part in parts if part.text and not part.thought),
        "thought": "".join(part.text for part in parts if part.text and part.thought),
        "input": used.prompt_token_count,
        "output": used.candidates_token_count,
    }


def ask_in_pieces(model, contents=question, **config):
    return list(
        client.models.generate_content_stream(
            model=model, contents=contents, config=types.GenerateContentConfig(**config)
        )
    )


def streamed(model):
    answers = ask_in_pieces(model)
    return {**told(*answers), "inPieces": len(answers) > 1}


def through_tools(model, first=lambda *a, **b: [ask(*a, **b)], **config):
    parts = parts_of(first(model, tools=tools, **config))
    made = [part.function_call for part in parts if part.function_call]
    results = [
        types.Part(
            function_response=types.FunctionResponse(
                id=call.id, name=call.name, response={"output": weather_of(call.args["city"])}
            )
        )
        for call in made
    ]
    turns = [
        types.Content(role="user", parts=[types.Part(text=question)]),
        types.Content(role="model", parts=parts),
        types.Content(role="user", parts=results),
    ]
    calls = [[call.name, call.args] for call in made]
    return {**told(ask(model, turns, tools=tools, **config)), "calls": calls}


def picture(model):
    shown = types.Part.from_bytes(data=base64.b64decode(world["picture"]), mime_type="image/png")
    return told(ask(model, ["What is it?", shown]))


def schema(model):
    return ask(model, response_mime_type="application/json", response_schema=Report).parsed.model_dump()


def limit(model):
    answer = ask(model, max_output_tokens=16)
    return {**told(answer), "isCut": answer.candidates[0].finish_reason == types.FinishReason.MAX_TOKENS}


def vectors(model):
    return [each.values for each in client.models.embed_content(model=model, contents=["one", "two"]).embeddings]


if __name__ == "__main__":
    tell(
        {
            "plain": lambda model: told(ask(model)),
            "streamed": streamed,
            "tools": through_tools,
            "streamedTools": lambda model: through_tools(model, first=ask_in_pieces),
            "picture": picture,
            "schema": schema,
            "reasoning": lambda model: told(ask(model, thinking_config=thinking)),
            "streamedReasoning": lambda model: told(*ask_in_pieces(model, thinking_config=thinking)),
            "reasoningTools": lambda model: through_tools(model, thinking_config=thinking),
            "system": lambda model: told(ask(model, system_instruction="Be brief.")),
            "limit": limit,
            "stop": lambda model: told(ask(model, stop_sequences=["gate"])),
            "refused": lambda model: refusal(lambda: ask(model)),
            "refusedStream": lambda model: refusal(lambda: ask_in_pieces(model)),
            "wrongKey": lambda model: refusal(lambda: wrong.models.generate_content(model=model, contents=question)),
            "models": lambda _: [each.name for each in client.models.list()],
            "vectors": vectors,
        }
    )
