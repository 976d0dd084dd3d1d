import { ChatAnthropic } from '@langchain/anthropic'
import { HumanMessage, SystemMessage, ToolMessage } from '@langchain/core/messages'
import { tool } from '@langchain/core/tools'
import { ChatOpenAI, OpenAIEmbeddings } from '@langchain/openai'
import * as z from 'zod'
import { question, refusal, tell, weatherOf, world } from './tell.mjs'

const configuration = { baseURL: `${world.address}/v1` }
const openai = { apiKey: world.key, configuration, maxRetries: 0 }

/** How each maker's models are made, asked to think, and held to a few tokens. */
const ways = {
  chat: {
    made: (model, rest) => new ChatOpenAI({ ...openai, model, useResponsesApi: false, ...rest }),
    thinking: { reasoning: { effort: 'low' } },
    limited: { maxTokens: 16 },
  },
  responses: {
    made: (model, rest) => new ChatOpenAI({ ...openai, model, useResponsesApi: true, outputVersion: 'v1', ...rest }),
    thinking: { reasoning: { effort: 'low', summary: 'auto' } },
    limited: { maxTokens: 16 },
  },
  anthropic: {
    made: (model, rest) =>
      new ChatAnthropic({
        apiKey: world.key,
        anthropicApiUrl: world.address,
        model,
        maxRetries: 0,
        maxTokens: 4096,
        ...rest,
      }),
    thinking: { thinking: { type: 'enabled', budget_tokens: 1024 } },
    limited: { maxTokens: 16 },
  },
}

const { made, thinking, limited } = ways[process.argv[2]]

const told = (answer) => ({
  text: answer.text,
  thought: answer.contentBlocks.map((block) => (block.type === 'reasoning' ? block.reasoning : '')).join(''),
  input: answer.usage_metadata.input_tokens,
  output: answer.usage_metadata.output_tokens,
})

const inPieces = async (model, asked) => {
  let whole
  let count = 0
  for await (const chunk of await model.stream(asked)) {
    whole = whole === undefined ? chunk : whole.concat(chunk)
    count += 1
  }
  return { whole, count }
}

const weather = tool(weatherOf, {
  name: 'weather',
  description: 'Tells the weather.',
  schema: z.object({ city: z.string() }),
})

const throughTools = async (model, first) => {
  const able = model.bindTools([weather])
  const turns = [new HumanMessage(question)]
  const answer = await first(able, turns)
  const results = answer.tool_calls.map(
    ({ id, args }) => new ToolMessage({ content: weatherOf(args), tool_call_id: id }),
  )
  const calls = answer.tool_calls.map(({ name, args }) => [name, args])
  return { ...told(await able.invoke([...turns, answer, ...results])), calls }
}
const invoke = (model, asked) => model.invoke(asked)

await tell({
  plain: async (name) => told(await made(name).invoke(question)),
  streamed: async (name) => {
    const { whole, count } = await inPieces(made(name), question)
    return { ...told(whole), inPieces: count > 1 }
  },
  tools: (name) => throughTools(made(name), invoke),
  streamedTools: (name) => throughTools(made(name), async (able, asked) => (await inPieces(able, asked)).whole),
  picture: async (name) => {
    const content = [
      { type: 'text', text: 'What is it?' },
      { type: 'image', mimeType: 'image/png', data: world.picture },
    ]
    return told(await made(name).invoke([new HumanMessage({ contentBlocks: content })]))
  },
  schema: (name) => {
    const schema = z.object({ city: z.string(), degrees: z.number() })
    return made(name).withStructuredOutput(schema, { name: 'report' }).invoke(question)
  },
  reasoning: async (name) => told(await made(name, thinking).invoke(question)),
  streamedReasoning: async (name) => told((await inPieces(made(name, thinking), question)).whole),
  reasoningTools: (name) => throughTools(made(name, thinking), invoke),
  system: async (name) => told(await made(name).invoke([new SystemMessage('Be brief.'), new HumanMessage(question)])),
  limit: async (name) => {
    const answer = await made(name, limited).invoke(question)
    const { finish_reason, stop_reason, status } = answer.response_metadata
    return {
      ...told(answer),
      isCut: [finish_reason, stop_reason, status].some((each) => /^(?:length|max_tokens|incomplete)$/.test(each)),
    }
  },
  stop: async (name) => told(await made(name).invoke(question, { stop: ['gate'] })),
  refused: (name) => refusal(() => made(name).invoke(question)),
  refusedStream: (name) => refusal(() => inPieces(made(name), question)),
  wrongKey: (name) => refusal(() => made(name, { apiKey: 'sk-wrong' }).invoke(question)),
  vectors: (name) => new OpenAIEmbeddings({ ...openai, model: name }).embedDocuments(['one', 'two']),
})
