type Snippet = { address: string; key: string; model: string }
type Client = { id: string; label: string; code: (snippet: Snippet) => string }

/** How the programs and packages people use are pointed here, each ready to be run or pasted. */
export const clients: readonly [Client, ...Client[]] = [
  {
    id: 'curl',
    label: 'curl',
    code: ({ address, key, model }) => `curl ${address}/v1/chat/completions \\
  -H "Authorization: Bearer ${key}" \\
  -H "Content-Type: application/json" \\
  -d '{"model": ${text(model)}, "messages": [{"role": "user", "content": "Hello"}]}'`,
  },
  {
    id: 'openai-node',
    label: 'OpenAI SDK (Node.js)',
    code: ({ address, key, model }) => `import OpenAI from 'openai'

const client = new OpenAI({ baseURL: ${text(`${address}/v1`)}, apiKey: ${text(key)} })
const answer = await client.chat.completions.create({
  model: ${text(model)},
  messages: [{ role: 'user', content: 'Hello' }],
})
console.log(answer.choices[0].message.content)`,
  },
  {
    id: 'openai-python',
    label: 'OpenAI SDK (Python)',
    code: ({ address, key, model }) => `from openai import OpenAI

client = OpenAI(base_url=${text(`${address}/v1`)}, api_key=${text(key)})
answer = client.chat.completions.create(
    model=${text(model)},
    messages=[{"role": "user", "content": "Hello"}],
)
print(answer.choices[0].message.content)`,
  },
  {
    id: 'anthropic-node',
    label: 'Anthropic SDK (Node.js)',
    code: ({ address, key, model }) => `import Anthropic from '@anthropic-ai/sdk'

const client = new Anthropic({ baseURL: ${text(address)}, apiKey: ${text(key)} })
const answer = await client.messages.create({
  model: ${text(model)},
  max_tokens: 1024,
  messages: [{ role: 'user', content: 'Hello' }],
})
console.log(answer.content[0].text)`,
  },
  {
    id: 'google-node',
    label: 'Google Gen AI SDK (Node.js)',
    code: ({ address, key, model }) => `import { GoogleGenAI } from '@google/genai'

const client = new GoogleGenAI({ apiKey: ${text(key)}, httpOptions: { baseUrl: ${text(address)} } })
const answer = await client.models.generateContent({ model: ${text(model)}, contents: 'Hello' })
console.log(answer.text)`,
  },
  {
    id: 'anthropic-python',
    label: 'Anthropic SDK (Python)',
    code: ({ address, key, model }) => `from anthropic import Anthropic

client = Anthropic(base_url=${text(address)}, api_key=${text(key)})
answer = client.messages.create(
    model=${text(model)},
    max_tokens=1024,
    messages=[{"role": "user", "content": "Hello"}],
)
print(answer.content[0].text)`,
  },
  {
    id: 'google-python',
    label: 'Google Gen AI SDK (Python)',
    code: ({ address, key, model }) => `from google import genai

client = genai.Client(api_key=${text(key)}, http_options={"base_url": ${text(address)}})
answer = client.models.generate_content(model=${text(model)}, contents="Hello")
print(answer.text)`,
  },
  {
    id: 'ollama-python',
    label: 'Ollama (Python)',
    code: ({ address, key, model }) => `from ollama import Client

client = Client(host=${text(address)}, headers={"authorization": ${text(`Bearer ${key}`)}})
answer = client.chat(model=${text(model)}, messages=[{"role": "user", "content": "Hello"}])
print(answer.message.content)`,
  },
  {
    id: 'azure-node',
    label: 'Azure OpenAI SDK (Node.js)',
    code: ({ address, key, model }) => `import { AzureOpenAI } from 'openai'

const client = new AzureOpenAI({
  endpoint: ${text(address)},
  apiKey: ${text(key)},
  apiVersion: '2025-04-01-preview',
})
const answer = await client.chat.completions.create({
  model: ${text(model)},
  messages: [{ role: 'user', content: 'Hello' }],
})
console.log(answer.choices[0].message.content)`,
  },
  {
    id: 'ai-sdk',
    label: 'AI SDK',
    code: ({ address, key, model }) => `// npm install ai @ai-sdk/openai
import { createOpenAI } from '@ai-sdk/openai'
import { generateText } from 'ai'

const gateway = createOpenAI({ baseURL: ${text(`${address}/v1`)}, apiKey: ${text(key)} })
const { text } = await generateText({ model: gateway.chat(${text(model)}), prompt: 'Hello' })
console.log(text)`,
  },
  {
    id: 'langchain-node',
    label: 'LangChain (Node.js)',
    code: ({ address, key, model }) => `// npm install @langchain/openai @langchain/core
import { ChatOpenAI } from '@langchain/openai'

const model = new ChatOpenAI({
  model: ${text(model)},
  apiKey: ${text(key)},
  configuration: { baseURL: ${text(`${address}/v1`)} },
})
console.log((await model.invoke('Hello')).text)`,
  },
  {
    id: 'litellm',
    label: 'LiteLLM',
    code: ({ address, key, model }) => `import litellm

answer = litellm.completion(
    model=${text(`openai/${model}`)},
    api_base=${text(`${address}/v1`)},
    api_key=${text(key)},
    messages=[{"role": "user", "content": "Hello"}],
)
print(answer.choices[0].message.content)`,
  },
  {
    id: 'pydantic-ai',
    label: 'Pydantic AI',
    code: ({ address, key, model }) => `# pip install 'pydantic-ai-slim[openai]'
from pydantic_ai import Agent
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.providers.openai import OpenAIProvider

provider = OpenAIProvider(base_url=${text(`${address}/v1`)}, api_key=${text(key)})
agent = Agent(OpenAIChatModel(${text(model)}, provider=provider))
print(agent.run_sync("Hello").output)`,
  },
  {
    id: 'langchain',
    label: 'LangChain (Python)',
    code: ({ address, key, model }) => `# pip install langchain-openai
from langchain_openai import ChatOpenAI

model = ChatOpenAI(base_url=${text(`${address}/v1`)}, api_key=${text(key)}, model=${text(model)})
print(model.invoke("Hello").text)`,
  },
  {
    id: 'claude-code',
    label: 'Claude Code',
    code: ({ address, key, model }) => `export ANTHROPIC_BASE_URL=${shell(address)}
export ANTHROPIC_AUTH_TOKEN=${shell(key)}
export ANTHROPIC_MODEL=${shell(model)}
claude`,
  },
  {
    id: 'codex',
    label: 'Codex',
    code: ({ address, key, model }) => `# ~/.codex/config.toml
model = ${text(model)}
model_provider = "gateway"

[model_providers.gateway]
name = "Gateway"
base_url = ${text(`${address}/v1`)}
env_key = "GATEWAY_API_KEY"
wire_api = "responses"

# shell
export GATEWAY_API_KEY=${shell(key)}
codex`,
  },
  {
    id: 'gemini-cli',
    label: 'Gemini CLI',
    code: ({ address, key, model }) => `# ~/.gemini/settings.json
{"security": {"auth": {"selectedType": "gemini-api-key"}}}

# shell
export GOOGLE_GEMINI_BASE_URL=${shell(address)}
export GEMINI_API_KEY=${shell(key)}
gemini --model ${shell(model)}`,
  },
  {
    id: 'opencode',
    label: 'opencode',
    code: ({ address, key, model }) => `// ~/.config/opencode/opencode.json
${JSON.stringify(
  {
    $schema: 'https://opencode.ai/config.json',
    provider: {
      gateway: {
        npm: '@ai-sdk/openai-compatible',
        name: 'Gateway',
        options: { baseURL: `${address}/v1`, apiKey: key },
        models: { [model]: { name: model } },
      },
    },
    model: `gateway/${model}`,
  },
  null,
  2,
)}`,
  },
  {
    id: 'cursor',
    label: 'Cursor',
    code: ({ address, key, model }) => `# Cursor Settings > Models > API Keys
OpenAI API Key:           ${key}
Override OpenAI Base URL: ${address}/v1
# Cursor Settings > Models > Add Custom Model
${model}`,
  },
  {
    id: 'continue',
    label: 'Continue',
    code: ({ address, key, model }) => `# ~/.continue/config.yaml
name: Gateway
version: 0.0.1
schema: v1
models:
  - name: ${text(model)}
    provider: openai
    model: ${text(model)}
    apiBase: ${text(`${address}/v1`)}
    apiKey: ${text(key)}`,
  },
  {
    id: 'open-webui',
    label: 'Open WebUI',
    code: ({ address, key }) => `docker run -d -p 8080:8080 -v open-webui:/app/backend/data \\
  -e OPENAI_API_BASE_URL=${shell(`${address}/v1`)} \\
  -e OPENAI_API_KEY=${shell(key)} \\
  ghcr.io/open-webui/open-webui:main`,
  },
]

/** As JSON, JavaScript, Python, TOML and YAML all write it. */
const text = (value: string): string => JSON.stringify(value)

const shell = (value: string): string => (/^[\w./:@-]+$/.test(value) ? value : `'${value.replaceAll("'", `'\\''`)}'`)
