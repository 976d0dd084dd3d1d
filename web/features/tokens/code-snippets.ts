export const snippetLanguages = ['curl', 'node', 'python'] as const
export type SnippetLanguage = (typeof snippetLanguages)[number]

export const snippetLabels: Record<SnippetLanguage, string> = { curl: 'curl', node: 'Node.js', python: 'Python' }

type Snippet = { address: string; key: string; model: string }

/** A first request, ready to run. */
export const codeSnippet = (language: SnippetLanguage, { address, key, model }: Snippet): string => {
  switch (language) {
    case 'curl':
      return `curl ${address}/v1/chat/completions \\
  -H "Authorization: Bearer ${key}" \\
  -H "Content-Type: application/json" \\
  -d '{"model": "${model}", "messages": [{"role": "user", "content": "Hello"}]}'`
    case 'node':
      return `import OpenAI from 'openai'

const client = new OpenAI({ baseURL: '${address}/v1', apiKey: '${key}' })
const answer = await client.chat.completions.create({
  model: '${model}',
  messages: [{ role: 'user', content: 'Hello' }],
})
console.log(answer.choices[0].message.content)`
    case 'python':
      return `from openai import OpenAI

client = OpenAI(base_url="${address}/v1", api_key="${key}")
answer = client.chat.completions.create(
    model="${model}",
    messages=[{"role": "user", "content": "Hello"}],
)
print(answer.choices[0].message.content)`
  }
}
