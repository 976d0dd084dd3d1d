import json

from later import status_after, until
from openai import OpenAI
from tell import tell, world

client = OpenAI(base_url=world["address"] + "/v1", api_key=world["key"], max_retries=0)
models = {"passed": "gpt", "here": "plain"}


def upload(where, words=("one", "two")):
    lines = [
        {
            "custom_id": each,
            "method": "POST",
            "url": "/v1/chat/completions",
            "body": {"model": models[where], "max_tokens": 20, "messages": [{"role": "user", "content": each}]},
        }
        for each in words
    ]
    text = "\n".join(json.dumps(line) for line in lines)
    return client.files.create(file=("calls.jsonl", text.encode()), purpose="batch")


def files(where):
    made = upload(where)
    told = client.files.retrieve(made.id)
    return {
        "isListed": told.id in [each.id for each in client.files.list()],
        "deleted": client.files.delete(made.id).deleted,
        "after": status_after(lambda: client.files.retrieve(made.id)),
    }


def create(where, words=("one", "two")):
    return client.batches.create(
        input_file_id=upload(where, words).id, endpoint="/v1/chat/completions", completion_window="24h"
    )


def batch(where):
    made = create(where)
    over = until(lambda: client.batches.retrieve(made.id), lambda each: each.status == "completed")
    lines = [json.loads(line) for line in client.files.content(over.output_file_id).text.strip().split("\n")]
    answers = [line["response"]["body"]["choices"][0]["message"]["content"] for line in lines]
    return {
        "begun": made.status in ("validating", "in_progress"),
        "isListed": made.id in [each.id for each in client.batches.list()],
        "isOver": over.request_counts.completed == 2 and all(answers),
        "answered": sorted(line["custom_id"] for line in lines),
    }


def cancelled(where):
    made = create(where, [f"slowly {count}" for count in range(400)])
    told = client.batches.cancel(made.id)
    over = until(lambda: client.batches.retrieve(made.id), lambda each: each.status == "cancelled")
    return {"isCancelled": told.status == "cancelling" and over.cancelled_at is not None}


def film(_):
    made = client.videos.create(model="sora-2", prompt="Rain", seconds="4", size="720x1280")
    over = until(lambda: client.videos.retrieve(made.id), lambda each: each.status == "completed")
    return {
        "begun": made.status == "queued",
        "isOver": over.progress == 100,
        "bytes": len(client.videos.download_content(made.id).read()),
    }


def films(_):
    made = client.videos.create_and_poll(model="sora-2", prompt="Rain", poll_interval_ms=300)
    again = client.videos.remix(made.id, prompt="Snow")
    until(lambda: client.videos.retrieve(again.id), lambda each: each.status == "completed")
    return {
        "isListed": {made.id, again.id} <= {each.id for each in client.videos.list()},
        "remixedFrom": again.remixed_from_video_id == made.id,
        "deleted": client.videos.delete(made.id).deleted,
        "after": status_after(lambda: client.videos.retrieve(made.id)),
    }


if __name__ == "__main__":
    tell({"files": files, "batch": batch, "cancelled": cancelled, "film": film, "films": films})
