"""What a chat model of LangChain does, whoever makes it."""

from langchain_core.messages import HumanMessage, SystemMessage, ToolMessage
from langchain_core.tools import tool
from pydantic import BaseModel
from tell import question, refusal, weather_of, world


class Report(BaseModel):
    """A report on the weather."""

    city: str
    degrees: float


@tool
def weather(city: str) -> str:
    """Tells the weather."""
    return weather_of(city)


def told(answer):
    blocks = [block for block in answer.content_blocks if isinstance(block, dict)]
    return {
        "text": answer.text if isinstance(answer.text, str) else answer.text(),
        "thought": "".join(block.get("reasoning") or "" for block in blocks if block["type"] == "reasoning"),
        "input": answer.usage_metadata["input_tokens"],
        "output": answer.usage_metadata["output_tokens"],
    }


def in_pieces(model, asked):
    whole = None
    count = 0
    for chunk in model.stream(asked):
        whole = chunk if whole is None else whole + chunk
        count += bool(chunk.content)
    return whole, count


def through_tools(model, first=lambda model, asked: model.invoke(asked)):
    able = model.bind_tools([weather])
    turns = [HumanMessage(question)]
    answer = first(able, turns)
    calls = [[call["name"], call["args"]] for call in answer.tool_calls]
    results = [
        ToolMessage(content=weather.invoke(call["args"]), tool_call_id=call["id"]) for call in answer.tool_calls
    ]
    return {**told(able.invoke([*turns, answer, *results])), "calls": calls}


def features_of(made, *, thinking, limited, is_cut):
    """`made` makes a model by its name, with what else is wanted of it."""

    def streamed(model):
        answer, count = in_pieces(made(model), question)
        return {**told(answer), "inPieces": count > 1}

    def picture(model):
        shown = {"type": "image", "base64": world["picture"], "mime_type": "image/png"}
        return told(made(model).invoke([HumanMessage(content=[{"type": "text", "text": "What is it?"}, shown])]))

    def limit(model):
        answer = made(model, **limited).invoke(question)
        return {**told(answer), "isCut": is_cut(answer.response_metadata)}

    return {
        "plain": lambda model: told(made(model).invoke(question)),
        "streamed": streamed,
        "tools": lambda model: through_tools(made(model)),
        "streamedTools": lambda model: through_tools(made(model), lambda able, asked: in_pieces(able, asked)[0]),
        "picture": picture,
        "schema": lambda model: made(model).with_structured_output(Report).invoke(question).model_dump(),
        "reasoning": lambda model: told(made(model, **thinking).invoke(question)),
        "streamedReasoning": lambda model: told(in_pieces(made(model, **thinking), question)[0]),
        "reasoningTools": lambda model: through_tools(made(model, **thinking)),
        "system": lambda model: told(made(model).invoke([SystemMessage("Be brief."), HumanMessage(question)])),
        "limit": limit,
        "stop": lambda model: told(made(model).invoke(question, stop=["gate"])),
        "refused": lambda model: refusal(lambda: made(model).invoke(question)),
        "refusedStream": lambda model: refusal(lambda: list(made(model).stream(question))),
        "wrongKey": lambda model: refusal(lambda: made(model, api_key="sk-wrong").invoke(question)),
    }
