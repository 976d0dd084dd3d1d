import json

from ollama import Client
from tell import question, refusal, report_schema, tell, weather_of, weather_schema, world

user = {"role": "user", "content": question}
weather = {"name": "weather", "description": "Tells the weather.", "parameters": weather_schema}
tools = [{"type": "function", "function": weather}]


def client_with(key):
    return Client(host=world["address"], headers={"authorization": f"Bearer {key}"})


client = client_with(world["key"])


def ask(model, **rest):
    return client.chat(**{"model": model, "messages": [user], **rest})


def told(*answers):
    return {
        "text": "".join(each.message.content or "" for each in answers),
        "thought": "".join(each.message.thinking or "" for each in answers),
        "input": answers[-1].prompt_eval_count,
        "output": answers[-1].eval_count,
    }


def ask_in_pieces(model, **rest):
    return list(ask(model, stream=True, **rest))


def streamed(model):
    answers = ask_in_pieces(model)
    return {**told(*answers), "inPieces": len(answers) > 1}


def through_tools(model, first=lambda *a, **b: [ask(*a, **b)], **rest):
    answers = first(model, tools=tools, **rest)
    made = [call for each in answers for call in each.message.tool_calls or []]
    turn = {"role": "assistant", "tool_calls": made, "thinking": told(*answers)["thought"]}
    results = [
        {"role": "tool", "tool_name": call.function.name, "content": weather_of(call.function.arguments["city"])}
        for call in made
    ]
    calls = [[call.function.name, dict(call.function.arguments)] for call in made]
    return {**told(ask(model, tools=tools, messages=[user, turn, *results], **rest)), "calls": calls}


def limit(model):
    answer = ask(model, options={"num_predict": 16})
    return {**told(answer), "isCut": answer.done_reason == "length"}


if __name__ == "__main__":
    tell(
        {
            "plain": lambda model: told(ask(model)),
            "streamed": streamed,
            "tools": through_tools,
            "streamedTools": lambda model: through_tools(model, first=ask_in_pieces),
            "picture": lambda model: told(ask(model, messages=[{**user, "images": [world["picture"]]}])),
            "schema": lambda model: json.loads(ask(model, format=report_schema).message.content),
            "reasoning": lambda model: told(ask(model, think="low")),
            "streamedReasoning": lambda model: told(*ask_in_pieces(model, think="low")),
            "reasoningTools": lambda model: through_tools(model, think="low"),
            "system": lambda model: told(ask(model, messages=[{"role": "system", "content": "Be brief."}, user])),
            "limit": limit,
            "stop": lambda model: told(ask(model, options={"stop": ["gate"]})),
            "refused": lambda model: refusal(lambda: ask(model)),
            "refusedStream": lambda model: refusal(lambda: ask_in_pieces(model)),
            "wrongKey": lambda model: refusal(lambda: client_with("sk-wrong").chat(model=model, messages=[user])),
            "models": lambda _: [each.model for each in client.list().models],
            "vectors": lambda model: [list(each) for each in client.embed(model=model, input=["one", "two"]).embeddings],
        }
    )
