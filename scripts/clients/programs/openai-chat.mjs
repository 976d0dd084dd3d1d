import OpenAI, { AzureOpenAI } from 'openai'
import { question, refusal, reportSchema, tell, weatherOf, weatherSchema, world } from './tell.mjs'

const user = { role: 'user', content: question }
const weather = { name: 'weather', description: 'Tells the weather.', parameters: weatherSchema }
const tools = [{ type: 'function', function: weather }]

/** The chat of a client that is made with a key; clouds have one of their own. */
export const chatFeatures = (clientWith) => {
  const client = clientWith(world.key)
  const ask = (model, rest = {}) => client.chat.completions.create({ model, messages: [user], ...rest })
  const told = ({ choices: [{ message }], usage }) => ({
    text: message.content,
    input: usage.prompt_tokens,
    output: usage.completion_tokens,
  })
  const stream = (model, rest = {}) =>
    client.chat.completions.stream({ model, messages: [user], stream_options: { include_usage: true }, ...rest })

  /** Both turns, however the first is asked for. */
  const throughTools = async (model, rest, first) => {
    const { message } = (await first(model, { tools, ...rest })).choices[0]
    const calls = message.tool_calls.map(({ function: made }) => [made.name, JSON.parse(made.arguments)])
    const results = message.tool_calls.map(({ id }, index) => ({
      role: 'tool',
      tool_call_id: id,
      content: weatherOf(calls[index][1]),
    }))
    const second = await ask(model, { tools, ...rest, messages: [user, message, ...results] })
    return { calls, text: second.choices[0].message.content, thought: message.reasoning_content }
  }
  const streamedFirst = (model, rest) => stream(model, rest).finalChatCompletion()

  return {
    plain: async (model) => told(await ask(model)),
    streamed: async (model) => {
      let count = 0
      const running = stream(model).on('content', () => {
        count += 1
      })
      return { ...told(await running.finalChatCompletion()), inPieces: count > 1 }
    },
    tools: (model) => throughTools(model, {}, ask),
    streamedTools: (model) => throughTools(model, {}, streamedFirst),
    picture: async (model) => {
      const image_url = { url: `data:image/png;base64,${world.picture}` }
      const content = [
        { type: 'text', text: 'What is it?' },
        { type: 'image_url', image_url },
      ]
      return told(await ask(model, { messages: [{ role: 'user', content }] }))
    },
    schema: async (model) => {
      const json_schema = { name: 'report', schema: reportSchema, strict: true }
      const asked = { model, messages: [user], response_format: { type: 'json_schema', json_schema } }
      return (await client.chat.completions.parse(asked)).choices[0].message.parsed
    },
    reasoning: async (model) => {
      const answer = await ask(model, { reasoning_effort: 'low' })
      return { ...told(answer), thought: answer.choices[0].message.reasoning_content }
    },
    streamedReasoning: async (model) => {
      let [thought, text] = ['', '']
      for await (const { choices } of await ask(model, { reasoning_effort: 'low', stream: true })) {
        thought += choices[0]?.delta.reasoning_content ?? ''
        text += choices[0]?.delta.content ?? ''
      }
      return { thought, text }
    },
    reasoningTools: (model) => throughTools(model, { reasoning_effort: 'low' }, ask),
    system: async (model) => told(await ask(model, { messages: [{ role: 'system', content: 'Be brief.' }, user] })),
    limit: async (model) => {
      const answer = await ask(model, { max_completion_tokens: 16 })
      return { ...told(answer), isCut: answer.choices[0].finish_reason === 'length' }
    },
    stop: async (model) => told(await ask(model, { stop: ['gate'] })),
    refused: (model) => refusal(() => ask(model)),
    refusedStream: (model) => refusal(() => ask(model, { stream: true })),
    wrongKey: (model) => refusal(() => clientWith('sk-wrong').chat.completions.create({ model, messages: [user] })),
    models: async () => (await Array.fromAsync(client.models.list())).map(({ id }) => id),
    vectors: async (model) => {
      const { data } = await client.embeddings.create({ model, input: ['one', 'two'] })
      return data.map(({ embedding }) => embedding)
    },
  }
}

export const features = chatFeatures((apiKey) => new OpenAI({ apiKey, baseURL: `${world.address}/v1`, maxRetries: 0 }))

export const azureFeatures = chatFeatures(
  (apiKey) => new AzureOpenAI({ apiKey, endpoint: world.address, apiVersion: '2025-04-01-preview', maxRetries: 0 }),
)

if (import.meta.main) await tell(process.argv.includes('azure') ? azureFeatures : features)
