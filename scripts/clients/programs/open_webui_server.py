import os
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager

import httpx
from tell import world


@contextmanager
def signed_in():
    """A server of its own in an empty folder, and a client of it that is signed in."""
    with tempfile.TemporaryDirectory() as data, httpx.Client(timeout=60, trust_env=False) as client:
        port = free_port()
        client.base_url = f"http://127.0.0.1:{port}"
        server = started(data, port)
        try:
            wait_for(client, server)
            sign_in(client)
            yield client
        finally:
            server.terminate()
            server.wait()


def free_port():
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        return server.getsockname()[1]


def started(data, port):
    environment = {
        **os.environ,
        "DATA_DIR": data,
        "WEBUI_SECRET_KEY": "a secret of this run",
        "OFFLINE_MODE": "true",
        "ANONYMIZED_TELEMETRY": "false",
        "OPENAI_API_BASE_URLS": f"{world['address']}/v1",
        "OPENAI_API_KEYS": world["key"],
        "OLLAMA_BASE_URLS": world["address"],
        # Its own models would be fetched, and the vectors of documents are asked for where chats are.
        "RAG_EMBEDDING_ENGINE": "openai",
    }
    command = [os.path.join(sys.prefix, "bin/open-webui"), "serve", "--host", "127.0.0.1", "--port", str(port)]
    return subprocess.Popen(command, env=environment, stdout=sys.stderr, stderr=sys.stderr)


def wait_for(client, server):
    while server.poll() is None:
        try:
            if client.get("/health").is_success:
                return
        except httpx.TransportError:
            pass
        time.sleep(0.2)
    raise RuntimeError("the server ended before it was there")


def sign_in(client):
    account = {"name": "root", "email": "root@example.com", "password": "root-password-1A"}
    token = client.post("/api/v1/auths/signup", json=account).raise_for_status().json()["token"]
    client.headers["authorization"] = f"Bearer {token}"
    # Only here has Ollama a key; the prefix tells the models of the two connections apart.
    own = {"enable": True, "key": world["key"], "prefix_id": "ollama"}
    ollama = {
        "ENABLE_OLLAMA_API": True,
        "OLLAMA_BASE_URLS": [world["address"]],
        "OLLAMA_API_CONFIGS": {"0": own},
    }
    client.post("/ollama/config/update", json=ollama).raise_for_status()
    # Only models that it has listed can be talked to.
    models_of(client, "openai")


def models_of(client, connection):
    listed = client.get("/api/models").raise_for_status().json()["data"]
    return [each["id"] for each in listed if each["owned_by"] == connection]


def address_of(connection):
    return f"{world['address']}/v1" if connection == "openai" else world["address"]
