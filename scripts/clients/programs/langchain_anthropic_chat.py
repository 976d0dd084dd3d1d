from langchain_anthropic import ChatAnthropic
from langchain_chat import features_of
from tell import tell, world


def made(model, **rest):
    return ChatAnthropic(
        **{"model": model, "base_url": world["address"], "api_key": world["key"], "max_retries": 0, "max_tokens": 4096, **rest}
    )


tell(
    features_of(
        made,
        thinking={"thinking": {"type": "enabled", "budget_tokens": 1024}},
        limited={"max_tokens": 16},
        is_cut=lambda told: told["stop_reason"] == "max_tokens",
    )
)
