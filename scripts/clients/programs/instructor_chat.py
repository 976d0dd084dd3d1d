import sys

import instructor
from pydantic import BaseModel
from tell import question, refusal, tell, world

way = sys.argv[1]
user = {"role": "user", "content": question}


class Report(BaseModel):
    city: str
    degrees: float


def client_with(key):
    if way == "anthropic":
        from anthropic import Anthropic

        return instructor.from_anthropic(Anthropic(base_url=world["address"], api_key=key, max_retries=0))
    from openai import OpenAI

    mode = {"tools": instructor.Mode.TOOLS, "json": instructor.Mode.JSON_SCHEMA}[way]
    return instructor.from_openai(OpenAI(base_url=world["address"] + "/v1", api_key=key, max_retries=0), mode=mode)


client = client_with(world["key"])
limits = {"max_tokens": 1000} if way == "anthropic" else {}


def ask(model, with_client=client):
    return with_client.chat.completions.create(
        model=model, messages=[user], response_model=Report, max_retries=0, **limits
    )


tell(
    {
        "schema": lambda model: ask(model).model_dump(),
        "refused": lambda model: refusal(lambda: ask(model)),
        "wrongKey": lambda model: refusal(lambda: ask(model, client_with("sk-wrong"))),
    }
)
