import { constructLlmApi } from '@continuedev/openai-adapters'
import { question, refusal, tell, weatherOf, weatherSchema, world } from './tell.mjs'

/** A new one for each call: one of its providers writes into what it is given. */
const asked = () => ({ role: 'user', content: question })
const weather = { name: 'weather', description: 'Tells the weather.', parameters: weatherSchema }
const tools = [{ type: 'function', function: weather }]
const { signal } = new AbortController()

const provider = process.argv[2] ?? 'openai'
/** Where each of its providers has its version. */
const places = { openai: '/v1/', anthropic: '/v1/', azure: '', ollama: '', openrouter: '/api/v1/' }
const clientOf = (deployment, apiKey = world.key) =>
  constructLlmApi({
    provider,
    apiKey,
    apiBase: `${world.address}${places[provider]}`,
    env: { apiType: 'azure-openai', deployment, apiVersion: '2024-10-21' },
  })
const ask = (model, rest = {}, client = clientOf(model)) =>
  client.chatCompletionNonStream({ model, messages: [asked()], max_tokens: 100, stream: false, ...rest }, signal)
const stream = (model, rest = {}) =>
  Array.fromAsync(
    clientOf(model).chatCompletionStream(
      { model, messages: [asked()], max_tokens: 100, stream: true, ...rest },
      signal,
    ),
  )
const told = ({ choices: [{ message }], usage }) => ({
  text: message.content,
  input: usage?.prompt_tokens,
  output: usage?.completion_tokens,
})
const deltasOf = (chunks) => chunks.flatMap(({ choices }) => choices.map(({ delta }) => delta))
const textOf = (chunks) => deltasOf(chunks).map(({ content }) => content ?? '')

/** Its editor puts the pieces of calls together. */
const callsOf = (chunks) => {
  const calls = []
  for (const piece of deltasOf(chunks).flatMap(({ tool_calls: made }) => made ?? [])) {
    if (piece.id !== undefined && calls.at(-1)?.id !== piece.id)
      calls.push({ id: piece.id, type: 'function', function: { name: '', arguments: '' } })
    const call = calls.at(-1)
    // One of its providers tells the name with each piece.
    call.function.name ||= piece.function?.name ?? ''
    call.function.arguments += piece.function?.arguments ?? ''
  }
  return calls
}
const throughTools = async (model, first) => {
  const made = await first(model)
  const calls = made.map(({ function: { name, arguments: given } }) => [name, JSON.parse(given)])
  const results = made.map(({ id }, index) => ({ role: 'tool', tool_call_id: id, content: weatherOf(calls[index][1]) }))
  const turn = { role: 'assistant', content: '', tool_calls: made }
  const second = await stream(model, { tools, messages: [asked(), turn, ...results] })
  return { calls, text: textOf(second).join('') }
}

export const features = {
  plain: async (model) => told(await ask(model)),
  streamed: async (model) => {
    const chunks = await stream(model)
    const pieces = textOf(chunks).filter((text) => text !== '')
    const used = chunks.findLast(({ usage }) => usage)?.usage
    const [input, output] = [used?.prompt_tokens, used?.completion_tokens]
    return { text: pieces.join(''), inPieces: pieces.length > 1, input, output }
  },
  tools: (model) => throughTools(model, async () => (await ask(model, { tools })).choices[0].message.tool_calls),
  streamedTools: (model) => throughTools(model, async () => callsOf(await stream(model, { tools }))),
  picture: async (model) => {
    const image_url = { url: `data:image/png;base64,${world.picture}` }
    const content = [
      { type: 'text', text: 'What is it?' },
      { type: 'image_url', image_url },
    ]
    return { text: textOf(await stream(model, { messages: [{ role: 'user', content }] })).join('') }
  },
  system: async (model) => told(await ask(model, { messages: [{ role: 'system', content: 'Be brief.' }, asked()] })),
  limit: async (model) => {
    const answer = await ask(model, { max_tokens: 16 })
    return { ...told(answer), isCut: answer.choices[0].finish_reason === 'length' }
  },
  stop: async (model) => told(await ask(model, { stop: ['gate'] })),
  refused: (model) => refusal(() => ask(model)),
  refusedStream: (model) => refusal(() => stream(model)),
  wrongKey: (model) => refusal(() => ask(model, {}, clientOf(model, 'sk-wrong'))),
  models: async () => (await clientOf('any').list()).map(({ id }) => id),
  vectors: async (model) => {
    const { data } = await clientOf(model).embed({ model, input: ['one', 'two'] })
    return data.map(({ embedding }) => embedding)
  },
}

if (import.meta.main) await tell(features)
