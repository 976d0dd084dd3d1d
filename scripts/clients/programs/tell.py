"""What each program of a client does with what it is asked: one line of JSON per case, of what the client saw or why it
failed. The cases come in the environment, with the address, the key and the models."""

import asyncio
import inspect
import json
import os
import traceback

world = json.loads(os.environ.get("CLIENT_WORLD", "{}"))

question = "Say something."
weather_schema = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
report_schema = {
    "type": "object",
    "properties": {"city": {"type": "string"}, "degrees": {"type": "number"}},
    "required": ["city", "degrees"],
    "additionalProperties": False,
}


def weather_of(city):
    return "sunny in Rome" if city == "Rome" else f"rain in {city}"


def status_of(error):
    """Some clients wrap what another one told them."""
    response = getattr(error, "response", None)
    told = [getattr(error, "status_code", None), getattr(response, "status_code", None), getattr(error, "code", None)]
    inner = error.__cause__ or error.__context__
    found = next((each for each in told if isinstance(each, int)), None)
    return found if found is not None or inner is None else status_of(inner)


def refusal(asking):
    """How a client tells that it was refused."""
    try:
        asking()
    except Exception as error:
        return {"kind": type(error).__name__, "status": status_of(error), "message": str(error)}
    raise AssertionError("was not refused")


def tell(features):
    for case in world["cases"]:
        line = {"feature": case["feature"], "upstream": case["upstream"]}
        try:
            seen = features[case["does"]](case["model"])
            line["seen"] = asyncio.run(seen) if inspect.iscoroutine(seen) else seen
        except Exception as error:
            own = [frame for frame in traceback.extract_tb(error.__traceback__) if "site-packages" not in frame.filename]
            line["failure"] = f"{type(error).__name__}: {str(error)[:600]} (line {own[-1].lineno} of {own[-1].name})"
        print(json.dumps(line), flush=True)
