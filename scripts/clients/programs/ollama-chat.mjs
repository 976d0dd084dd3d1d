import { Ollama } from 'ollama'
import { question, refusal, reportSchema, tell, weatherOf, weatherSchema, world } from './tell.mjs'

const user = { role: 'user', content: question }
const weather = { name: 'weather', description: 'Tells the weather.', parameters: weatherSchema }
const tools = [{ type: 'function', function: weather }]

const clientWith = (key) => new Ollama({ host: world.address, headers: { authorization: `Bearer ${key}` } })
const client = clientWith(world.key)
const ask = (model, rest = {}) => client.chat({ model, messages: [user], ...rest })
const stream = async (model, rest = {}) => Array.fromAsync(await ask(model, { ...rest, stream: true }))

const told = (...answers) => ({
  text: answers.map(({ message }) => message.content ?? '').join(''),
  thought: answers.map(({ message }) => message.thinking ?? '').join(''),
  input: answers.at(-1).prompt_eval_count,
  output: answers.at(-1).eval_count,
})

const throughTools = async (model, rest, first) => {
  const answers = await first(model, { tools, ...rest })
  const made = answers.flatMap(({ message }) => message.tool_calls ?? [])
  const turn = { role: 'assistant', content: '', thinking: told(...answers).thought, tool_calls: made }
  const results = made.map(({ function: { name, arguments: given } }) => ({
    role: 'tool',
    tool_name: name,
    content: weatherOf(given),
  }))
  const calls = made.map(({ function: { name, arguments: given } }) => [name, given])
  return { ...told(await ask(model, { tools, ...rest, messages: [user, turn, ...results] })), calls }
}
const askFirst = async (model, rest) => [await ask(model, rest)]

export const features = {
  plain: async (model) => told(await ask(model)),
  streamed: async (model) => {
    const answers = await stream(model)
    return { ...told(...answers), inPieces: answers.length > 1 }
  },
  tools: (model) => throughTools(model, {}, askFirst),
  streamedTools: (model) => throughTools(model, {}, stream),
  picture: async (model) => told(await ask(model, { messages: [{ ...user, images: [world.picture] }] })),
  schema: async (model) => JSON.parse((await ask(model, { format: reportSchema })).message.content),
  reasoning: async (model) => told(await ask(model, { think: 'low' })),
  streamedReasoning: async (model) => told(...(await stream(model, { think: 'low' }))),
  reasoningTools: (model) => throughTools(model, { think: 'low' }, askFirst),
  system: async (model) => told(await ask(model, { messages: [{ role: 'system', content: 'Be brief.' }, user] })),
  limit: async (model) => {
    const answer = await ask(model, { options: { num_predict: 16 } })
    return { ...told(answer), isCut: answer.done_reason === 'length' }
  },
  stop: async (model) => told(await ask(model, { options: { stop: ['gate'] } })),
  refused: (model) => refusal(() => ask(model)),
  refusedStream: (model) => refusal(() => stream(model)),
  wrongKey: (model) => refusal(() => clientWith('sk-wrong').chat({ model, messages: [user] })),
  models: async () => (await client.list()).models.map(({ model }) => model),
  vectors: async (model) => (await client.embed({ model, input: ['one', 'two'] })).embeddings,
}

if (import.meta.main) await tell(features)
