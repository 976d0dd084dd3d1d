export const requestLanguages = ['curl', 'python', 'node'] as const
export type RequestLanguage = (typeof requestLanguages)[number]

export const requestLanguageLabels: Record<RequestLanguage, string> = {
  curl: 'curl',
  python: 'Python',
  node: 'Node.js',
}

type Request = { address: string; key: string; body: Readonly<Record<string, unknown>> }

/** A streamed request, ready to run. */
export const requestSnippet = (language: RequestLanguage, { address, key, body }: Request): string => {
  switch (language) {
    case 'curl':
      return `curl -N ${address}/v1/chat/completions \\
  -H "Authorization: Bearer ${key}" \\
  -H "Content-Type: application/json" \\
  -d ${shellText(JSON.stringify(body, null, 2))}`
    case 'python':
      return `from openai import OpenAI

client = OpenAI(base_url=${JSON.stringify(`${address}/v1`)}, api_key=${JSON.stringify(key)})
stream = client.chat.completions.create(
${Object.entries(body)
  .map(([name, value]) => `    ${name}=${pythonValue(value, 1)},`)
  .join('\n')}
)
for chunk in stream:
    if chunk.choices:
        print(chunk.choices[0].delta.content or "", end="", flush=True)`
    case 'node':
      return `import OpenAI from 'openai'

const client = new OpenAI({ baseURL: ${JSON.stringify(`${address}/v1`)}, apiKey: ${JSON.stringify(key)} })
const stream = await client.chat.completions.create(${JSON.stringify(body, null, 2)})
for await (const chunk of stream) {
  process.stdout.write(chunk.choices[0]?.delta?.content ?? '')
}`
  }
}

/** Between single quotes a shell reads nothing but their end. */
const shellText = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

const pythonValue = (value: unknown, depth: number): string => {
  if (value === null || value === undefined) return 'None'
  if (value === true) return 'True'
  if (value === false) return 'False'
  if (typeof value !== 'object') return JSON.stringify(value)
  const [indent, outer] = ['    '.repeat(depth + 1), '    '.repeat(depth)]
  const lines = Array.isArray(value)
    ? value.map((each) => pythonValue(each, depth + 1))
    : Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}: ${pythonValue(each, depth + 1)}`)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return lines.length === 0
    ? `${open}${close}`
    : `${open}\n${lines.map((line) => `${indent}${line},\n`).join('')}${outer}${close}`
}
