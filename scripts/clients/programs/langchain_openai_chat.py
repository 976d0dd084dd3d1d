import sys

from langchain_chat import features_of
from langchain_openai import ChatOpenAI, OpenAIEmbeddings
from tell import tell, world

base = world["address"] + "/v1"
speaks_responses = "responses" in sys.argv


def made(model, **rest):
    return ChatOpenAI(
        **{
            "model": model,
            "base_url": base,
            "api_key": world["key"],
            "max_retries": 0,
            "stream_usage": True,
            "use_responses_api": speaks_responses,
            **({"output_version": "responses/v1"} if speaks_responses else {}),
            **rest,
        }
    )


def vectors(model):
    # What is embedded is cut into tokens of models that this package knows, unless it is told not to.
    maker = OpenAIEmbeddings(model=model, base_url=base, api_key=world["key"], check_embedding_ctx_length=False)
    return maker.embed_documents(["one", "two"])


thinking = {"reasoning": {"effort": "low", "summary": "auto"}} if speaks_responses else {"reasoning_effort": "low"}
features = features_of(
    made,
    thinking=thinking,
    limited={"max_tokens": 16},
    is_cut=lambda told: told.get("finish_reason") == "length" or told.get("status") == "incomplete",
)
tell({**features, "vectors": vectors})
