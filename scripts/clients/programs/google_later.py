import io
import json
import urllib.request

from google import genai
from google.genai import types
from later import status_after, until
from tell import tell, world

options = types.HttpOptions(base_url=world["address"])
client = genai.Client(api_key=world["key"], http_options=options)
# Its films are asked for in this way alone.
studio = genai.Client(vertexai=True, api_key=world["key"], http_options=options)


def request_of(words):
    return {"contents": [{"role": "user", "parts": [{"text": words}]}]}


def upload(text, **config):
    return client.files.upload(file=io.BytesIO(text.encode()), config={"mime_type": "text/plain", **config})


def files(_):
    made = upload("some words", display_name="words")
    told = client.files.get(name=made.name)
    listed = [each.name for each in client.files.list()]
    client.files.delete(name=made.name)
    return {
        "isListed": told.name in listed and told.size_bytes == 10,
        "deleted": made.name not in [each.name for each in client.files.list()],
        "after": status_after(lambda: client.files.get(name=made.name)),
    }


def state_of(made):
    return client.batches.get(name=made.name).state.name


def fares(made, answered):
    over = until(lambda: client.batches.get(name=made.name), lambda each: each.state.name == "JOB_STATE_SUCCEEDED")
    listed = [each.name for each in client.batches.list()]
    keys = answered(over.dest)
    client.batches.delete(name=made.name)
    return {
        "begun": made.state.name in ("JOB_STATE_PENDING", "JOB_STATE_RUNNING"),
        "isListed": made.name in listed,
        "isOver": status_after(lambda: client.batches.get(name=made.name)) == 404,
        "answered": keys,
    }


def batch(_):
    made = client.batches.create(model="gem", src=[{**request_of(each), "metadata": {"key": each}} for each in ("one", "two")])
    return fares(made, lambda dest: [each.metadata["key"] for each in dest.inlined_responses if each.response.text])


def batch_of_file(_):
    lines = "\n".join(json.dumps({"key": each, "request": request_of(each)}) for each in ("one", "two"))
    made = client.batches.create(model="gem", src=upload(lines, mime_type="jsonl").name)
    read = lambda dest: client.files.download(file=dest.file_name).decode().strip().split("\n")
    return fares(made, lambda dest: [json.loads(line)["key"] for line in read(dest)])


def cancelled(_):
    made = client.batches.create(model="gem", src=[request_of("one")])
    client.batches.cancel(name=made.name)
    over = until(lambda: state_of(made), lambda state: state not in ("JOB_STATE_PENDING", "JOB_STATE_RUNNING"))
    return {"isCancelled": over == "JOB_STATE_CANCELLED"}


def film(_):
    made = studio.models.generate_videos(
        model="sora-2",
        source=types.GenerateVideosSource(prompt="Rain"),
        config=types.GenerateVideosConfig(duration_seconds=4, aspect_ratio="16:9"),
    )
    over = until(lambda: studio.operations.get(made), lambda each: each.done)
    with urllib.request.urlopen(over.response.generated_videos[0].video.uri) as answer:
        return {"begun": not made.done, "isOver": over.done, "bytes": len(answer.read())}


if __name__ == "__main__":
    tell({"files": files, "batch": batch, "batchOfFile": batch_of_file, "cancelled": cancelled, "film": film})
