import { GoogleGenAI } from '@google/genai'
import { question, refusal, reportSchema, tell, weatherOf, weatherSchema, world } from './tell.mjs'

const weather = { name: 'weather', description: 'Tells the weather.', parametersJsonSchema: weatherSchema }
const tools = [{ functionDeclarations: [weather] }]
const thinking = { thinkingConfig: { includeThoughts: true, thinkingBudget: 1024 } }

const clientWith = (apiKey) => new GoogleGenAI({ apiKey, httpOptions: { baseUrl: world.address } })
const client = clientWith(world.key ?? 'none')
const ask = (model, config = {}, contents = question) => client.models.generateContent({ model, contents, config })
const stream = async (model, config = {}) =>
  Array.fromAsync(await client.models.generateContentStream({ model, contents: question, config }))

const partsOf = (answers) => answers.flatMap(({ candidates }) => candidates?.[0]?.content?.parts ?? [])
const told = (...answers) => {
  const parts = partsOf(answers).filter(({ text }) => text)
  const { promptTokenCount, candidatesTokenCount } = answers.at(-1).usageMetadata
  return {
    text: parts.map((part) => (part.thought ? '' : part.text)).join(''),
    thought: parts.map((part) => (part.thought ? part.text : '')).join(''),
    input: promptTokenCount,
    output: candidatesTokenCount,
  }
}

const throughTools = async (model, config, first) => {
  const parts = partsOf(await first(model, { tools, ...config }))
  const made = parts.flatMap(({ functionCall }) => (functionCall ? [functionCall] : []))
  const results = made.map(({ id, name, args }) => ({
    functionResponse: { ...(id ? { id } : {}), name, response: { output: weatherOf(args) } },
  }))
  const turns = [
    { role: 'user', parts: [{ text: question }] },
    { role: 'model', parts },
    { role: 'user', parts: results },
  ]
  return { ...told(await ask(model, { tools, ...config }, turns)), calls: made.map(({ name, args }) => [name, args]) }
}
const askFirst = async (model, config) => [await ask(model, config)]

export const features = {
  plain: async (model) => told(await ask(model)),
  streamed: async (model) => {
    const answers = await stream(model)
    return { ...told(...answers), inPieces: answers.length > 1 }
  },
  tools: (model) => throughTools(model, {}, askFirst),
  streamedTools: (model) => throughTools(model, {}, stream),
  picture: async (model) => {
    const inlineData = { mimeType: 'image/png', data: world.picture }
    return told(await ask(model, {}, [{ role: 'user', parts: [{ text: 'What is it?' }, { inlineData }] }]))
  },
  schema: async (model) => {
    const config = { responseMimeType: 'application/json', responseJsonSchema: reportSchema }
    return JSON.parse((await ask(model, config)).text)
  },
  reasoning: async (model) => told(await ask(model, thinking)),
  streamedReasoning: async (model) => told(...(await stream(model, thinking))),
  reasoningTools: (model) => throughTools(model, thinking, askFirst),
  system: async (model) => told(await ask(model, { systemInstruction: 'Be brief.' })),
  limit: async (model) => {
    const answer = await ask(model, { maxOutputTokens: 16 })
    return { ...told(answer), isCut: answer.candidates[0].finishReason === 'MAX_TOKENS' }
  },
  stop: async (model) => told(await ask(model, { stopSequences: ['gate'] })),
  refused: (model) => refusal(() => ask(model)),
  refusedStream: (model) => refusal(() => stream(model)),
  wrongKey: (model) => refusal(() => clientWith('sk-wrong').models.generateContent({ model, contents: question })),
  models: async () => (await Array.fromAsync(await client.models.list())).map(({ name }) => name),
  vectors: async (model) => {
    const { embeddings } = await client.models.embedContent({ model, contents: ['one', 'two'] })
    return embeddings.map(({ values }) => values)
  },
}

if (import.meta.main) await tell(features)
