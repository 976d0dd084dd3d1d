import Anthropic from '@anthropic-ai/sdk'
import { question, refusal, reportSchema, tell, weatherOf, weatherSchema, world } from './tell.mjs'

const user = { role: 'user', content: question }
const tools = [{ name: 'weather', description: 'Tells the weather.', input_schema: weatherSchema }]
const thinking = { thinking: { type: 'enabled', budget_tokens: 1024 }, max_tokens: 4096 }

const clientWith = (apiKey) => new Anthropic({ apiKey, baseURL: world.address, maxRetries: 0 })
const client = clientWith(world.key ?? 'none')
const asking = (model, rest = {}) => ({ model, max_tokens: 1000, messages: [user], ...rest })
const ask = (model, rest) => client.messages.create(asking(model, rest))
const stream = (model, rest) => client.messages.stream(asking(model, rest))

const told = ({ content, usage }) => ({
  text: content.map((block) => (block.type === 'text' ? block.text : '')).join(''),
  thought: content.map((block) => (block.type === 'thinking' ? block.thinking : '')).join(''),
  input: usage.input_tokens,
  output: usage.output_tokens,
})

const throughTools = async (model, rest, first) => {
  const answer = await first(model, { tools, ...rest })
  const made = answer.content.filter(({ type }) => type === 'tool_use')
  const results = made.map(({ id, input }) => ({
    type: 'tool_result',
    tool_use_id: id,
    content: weatherOf(input),
  }))
  const messages = [user, { role: 'assistant', content: answer.content }, { role: 'user', content: results }]
  return {
    ...told(await ask(model, { tools, ...rest, messages })),
    calls: made.map(({ name, input }) => [name, input]),
  }
}

export const features = {
  plain: async (model) => told(await ask(model)),
  streamed: async (model) => {
    let count = 0
    const running = stream(model).on('text', () => {
      count += 1
    })
    return { ...told(await running.finalMessage()), inPieces: count > 1 }
  },
  tools: (model) => throughTools(model, {}, ask),
  streamedTools: (model) => throughTools(model, {}, (name, rest) => stream(name, rest).finalMessage()),
  picture: async (model) => {
    const source = { type: 'base64', media_type: 'image/png', data: world.picture }
    const content = [
      { type: 'image', source },
      { type: 'text', text: 'What is it?' },
    ]
    return told(await ask(model, { messages: [{ role: 'user', content }] }))
  },
  schema: async (model) => {
    const output_config = { format: { type: 'json_schema', schema: reportSchema } }
    return JSON.parse(told(await ask(model, { output_config })).text)
  },
  reasoning: async (model) => told(await ask(model, thinking)),
  streamedReasoning: async (model) => told(await stream(model, thinking).finalMessage()),
  reasoningTools: (model) => throughTools(model, thinking, ask),
  system: async (model) => told(await ask(model, { system: 'Be brief.' })),
  limit: async (model) => {
    const answer = await ask(model, { max_tokens: 16 })
    return { ...told(answer), isCut: answer.stop_reason === 'max_tokens' }
  },
  stop: async (model) => told(await ask(model, { stop_sequences: ['gate'] })),
  refused: (model) => refusal(() => ask(model)),
  refusedStream: (model) => refusal(() => ask(model, { stream: true })),
  wrongKey: (model) => refusal(() => clientWith('sk-wrong').messages.create(asking(model))),
  models: async () => (await Array.fromAsync(client.models.list())).map(({ id }) => id),
}

if (import.meta.main) await tell(features)
