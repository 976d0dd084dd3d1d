import OpenAI from 'openai'
import { question, refusal, reportSchema, tell, weatherOf, weatherSchema, world } from './tell.mjs'

const tools = [{ type: 'function', name: 'weather', description: 'Tells the weather.', parameters: weatherSchema }]
const thinking = { reasoning: { effort: 'low', summary: 'auto' } }

const clientWith = (apiKey) => new OpenAI({ apiKey, baseURL: `${world.address}/v1`, maxRetries: 0 })
const client = clientWith(world.key ?? 'none')
const ask = (model, rest = {}) => client.responses.create({ model, input: question, ...rest })
const stream = (model, rest = {}) => client.responses.stream({ model, input: question, ...rest })

const told = ({ output, output_text: text, usage }) => ({
  text,
  input: usage.input_tokens,
  output: usage.output_tokens,
  thought: output.flatMap((item) => (item.type === 'reasoning' ? item.summary.map((part) => part.text) : [])).join(''),
})

/** Nothing is kept at the other end: what was told goes back as it came. */
const throughTools = async (model, rest, first) => {
  const asked = { tools, store: false, include: ['reasoning.encrypted_content'], ...rest }
  const answer = await first(model, asked)
  const made = answer.output.filter(({ type }) => type === 'function_call')
  const calls = made.map(({ name, arguments: given }) => [name, JSON.parse(given)])
  const results = made.map(({ call_id }, index) => ({
    type: 'function_call_output',
    call_id,
    output: weatherOf(calls[index][1]),
  }))
  const turns = answer.output.map(({ parsed_arguments: _, ...item }) => item)
  const input = [{ role: 'user', content: question }, ...turns, ...results]
  return { ...told(await ask(model, { ...asked, input })), calls, firstThought: told(answer).thought }
}

export const features = {
  plain: async (model) => told(await ask(model)),
  streamed: async (model) => {
    let count = 0
    const running = stream(model).on('response.output_text.delta', () => {
      count += 1
    })
    return { ...told(await running.finalResponse()), inPieces: count > 1 }
  },
  tools: (model) => throughTools(model, {}, ask),
  streamedTools: (model) => throughTools(model, {}, (name, rest) => stream(name, rest).finalResponse()),
  picture: async (model) => {
    const content = [
      { type: 'input_text', text: 'What is it?' },
      { type: 'input_image', detail: 'auto', image_url: `data:image/png;base64,${world.picture}` },
    ]
    return told(await ask(model, { input: [{ role: 'user', content }] }))
  },
  schema: async (model) => {
    const format = { type: 'json_schema', name: 'report', schema: reportSchema, strict: true }
    return (await client.responses.parse({ model, input: question, text: { format } })).output_parsed
  },
  reasoning: async (model) => told(await ask(model, thinking)),
  streamedReasoning: async (model) => told(await stream(model, thinking).finalResponse()),
  reasoningTools: (model) => throughTools(model, thinking, ask),
  system: async (model) => told(await ask(model, { instructions: 'Be brief.' })),
  limit: async (model) => {
    const answer = await ask(model, { max_output_tokens: 16 })
    return { ...told(answer), isCut: answer.status === 'incomplete' }
  },
  refused: (model) => refusal(() => ask(model)),
  refusedStream: (model) => refusal(() => ask(model, { stream: true })),
  wrongKey: (model) => refusal(() => clientWith('sk-wrong').responses.create({ model, input: question })),
  models: async () => (await Array.fromAsync(client.models.list())).map(({ id }) => id),
  vectors: async (model) => {
    const { data } = await client.embeddings.create({ model, input: ['one', 'two'] })
    return data.map(({ embedding }) => embedding)
  },
}

if (import.meta.main) await tell(features)
