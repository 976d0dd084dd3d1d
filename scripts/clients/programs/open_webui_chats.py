import json
import sys

from open_webui_server import address_of, models_of, signed_in
from tell import question, refusal, report_schema, tell, weather_of, weather_schema, world

# What its pages ask its backend; the gateway is both of its connections, and one of them is used.
connection = sys.argv[1]
prefix = {"openai": "", "ollama": "ollama."}[connection]
thinking = {"openai": {"reasoning_effort": "low"}, "ollama": {"options": {"think": "low"}}}[connection]
user = {"role": "user", "content": question}
weather = {"name": "weather", "description": "Tells the weather.", "parameters": weather_schema}
tools = [{"type": "function", "function": weather}]


def features_of(client):
    def asked(model, **rest):
        return {"model": f"{prefix}{model}", "messages": [user], "stream": False, **rest}

    def ask(model, **rest):
        return client.post("/api/chat/completions", json=asked(model, **rest)).raise_for_status().json()

    def ask_in_pieces(model, **rest):
        with client.stream("POST", "/api/chat/completions", json=asked(model, stream=True, **rest)) as response:
            response.raise_for_status()
            lines = [line.removeprefix("data: ") for line in response.iter_lines() if line.startswith("data: {")]
        return [json.loads(line) for line in lines]

    def told(answer):
        choice, used = answer["choices"][0], answer.get("usage") or {}
        message = choice["message"]
        return {
            "text": message.get("content"),
            "thought": message.get("reasoning_content"),
            "input": used.get("prompt_tokens"),
            "output": used.get("completion_tokens"),
            "isCut": choice["finish_reason"] == "length",
        }

    def gathered(pieces):
        deltas = [choice["delta"] for piece in pieces for choice in piece.get("choices", [])]
        used = next((piece["usage"] for piece in reversed(pieces) if piece.get("usage")), {})
        return {
            "text": "".join(each.get("content") or "" for each in deltas),
            "thought": "".join(each.get("reasoning_content") or "" for each in deltas),
            "calls": gathered_calls(each for delta in deltas for each in delta.get("tool_calls") or []),
            "input": used.get("prompt_tokens"),
            "output": used.get("completion_tokens"),
        }

    def streamed(model, **rest):
        pieces = ask_in_pieces(model, **rest)
        return {**gathered(pieces), "inPieces": len(pieces) > 2}

    def through_tools(model, first=lambda *a, **b: ask(*a, **b)["choices"][0]["message"], **rest):
        said = first(model, tools=tools, **rest)
        made = said["tool_calls"]
        calls = [[each["function"]["name"], json.loads(each["function"]["arguments"])] for each in made]
        results = [
            {"role": "tool", "tool_call_id": each["id"], "content": weather_of(given["city"])}
            for each, (_, given) in zip(made, calls, strict=True)
        ]
        turn = {"role": "assistant", "content": "", **said}
        return {**told(ask(model, tools=tools, messages=[user, turn, *results], **rest)), "calls": calls}

    def streamed_turn(model, **rest):
        return {"role": "assistant", "tool_calls": gathered(ask_in_pieces(model, **rest))["calls"]}

    def picture(model):
        image = {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{world['picture']}"}}
        content = [{"type": "text", "text": "What is it?"}, image]
        return streamed(model, messages=[{"role": "user", "content": content}])

    def schema(model):
        form = {"type": "json_schema", "json_schema": {"name": "report", "schema": report_schema, "strict": True}}
        return json.loads(told(ask(model, response_format=form))["text"])

    def wrong_key():
        """As its page of connections looks whether a key is right."""
        client.post(f"/{connection}/verify", json={"url": address_of(connection), "key": "sk-wrong"}).raise_for_status()

    def vectors(model):
        asking = {"model": f"{prefix}{model}", "input": ["one", "two"]}
        told_vectors = client.post("/api/embeddings", json=asking).raise_for_status().json()
        return [each["embedding"] for each in told_vectors["data"]]

    brief = {"role": "system", "content": "Be brief."}
    return {
        "plain": lambda model: told(ask(model)),
        "streamed": lambda model: streamed(model, stream_options={"include_usage": True}),
        "tools": through_tools,
        "streamedTools": lambda model: through_tools(model, first=streamed_turn),
        "picture": picture,
        "schema": schema,
        "reasoning": lambda model: told(ask(model, **thinking)),
        "streamedReasoning": lambda model: streamed(model, **thinking),
        "reasoningTools": lambda model: through_tools(model, **thinking),
        "system": lambda model: told(ask(model, messages=[brief, user])),
        "limit": lambda model: told(ask(model, max_tokens=16)),
        "stop": lambda model: told(ask(model, stop=["gate"])),
        "refused": lambda model: refusal(lambda: ask(model)),
        "refusedStream": lambda model: refusal(lambda: ask_in_pieces(model)),
        "wrongKey": lambda _: refusal(wrong_key),
        "models": lambda _: [each.removeprefix(prefix) for each in models_of(client, connection)],
        "vectors": vectors,
    }


def gathered_calls(pieces):
    calls = {}
    for piece in pieces:
        call = calls.setdefault(piece["index"], {"type": "function", "function": {"name": "", "arguments": ""}})
        call["id"] = piece.get("id") or call.get("id")
        for member in ("name", "arguments"):
            call["function"][member] += piece["function"].get(member) or ""
    return list(calls.values())


if __name__ == "__main__":
    with signed_in() as client:
        tell(features_of(client))
