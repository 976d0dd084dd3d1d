from anthropic import Anthropic
from later import until
from tell import tell, world

client = Anthropic(base_url=world["address"], api_key=world["key"], max_retries=0)
batches = client.messages.batches
models = {"passed": "claude", "here": "plain"}


def create(where, words=("one", "two")):
    requests = [
        {
            "custom_id": each.replace(" ", "-"),
            "params": {"model": models[where], "max_tokens": 20, "messages": [{"role": "user", "content": each}]},
        }
        for each in words
    ]
    return batches.create(requests=requests)


def ended(made):
    return until(lambda: batches.retrieve(made.id), lambda each: each.processing_status == "ended")


def batch(where):
    made = create(where)
    over = ended(made)
    results = list(batches.results(made.id))
    texts = [each.result.message.content[0].text for each in results if each.result.type == "succeeded"]
    listed = [each.id for each in batches.list()]
    batches.delete(made.id)
    return {
        "begun": made.processing_status == "in_progress",
        "isListed": made.id in listed and made.id not in [each.id for each in batches.list()],
        "isOver": over.request_counts.succeeded == 2 and all(texts),
        "answered": sorted(each.custom_id for each in results),
    }


def cancelled(where):
    made = create(where, [f"slowly {count}" for count in range(400)])
    told = batches.cancel(made.id)
    over = ended(made)
    counts = over.request_counts
    types = {each.result.type for each in batches.results(made.id)}
    return {"isCancelled": told.processing_status == "canceling" and counts.canceled > 0 and "canceled" in types}


if __name__ == "__main__":
    tell({"batch": batch, "cancelled": cancelled})
