import type { ServerResponse } from 'node:http'
import { crc32 } from 'node:zlib'
import * as z from 'zod'
import { answerJson } from '../answering-upstream.ts'
import { joined, pieces, type Question, type Reply, replyTo, strictUsage } from '../strict/strict-question.ts'
import { messagesElsewhere } from './usual-wires.ts'
import { eventsIn, type Wire, written } from './wire.ts'

const header = (name: string, value: string): Buffer =>
  Buffer.concat([
    Buffer.from([name.length]),
    Buffer.from(name),
    Buffer.from([7, value.length >> 8, value.length & 255]),
    Buffer.from(value),
  ])

/** One message of the binary stream, with both of its checksums. */
const frame = (type: string, payload: unknown): Buffer => {
  const headers = Buffer.concat([
    header(':event-type', type),
    header(':content-type', 'application/json'),
    header(':message-type', 'event'),
  ])
  const body = Buffer.from(JSON.stringify(payload))
  const bytes = Buffer.alloc(16 + headers.length + body.length)
  bytes.writeUInt32BE(bytes.length)
  bytes.writeUInt32BE(headers.length, 4)
  bytes.writeUInt32BE(crc32(bytes.subarray(0, 8)), 8)
  headers.copy(bytes, 12)
  body.copy(bytes, 12 + headers.length)
  bytes.writeUInt32BE(crc32(bytes.subarray(0, -4)), bytes.length - 4)
  return bytes
}

const sendFrames = (response: ServerResponse, frames: readonly Buffer[]): void => {
  response.writeHead(200, { 'content-type': 'application/vnd.amazon.eventstream' })
  for (const each of frames) response.write(each)
  response.end()
}

const failure: Wire['failure'] = ({ status, message }) => ({ status, body: { message } })
const claude = messagesElsewhere('bedrock-2023-05-31')

/** Messages whose events are packed into frames. */
export const invokeWire: Wire = {
  failure,
  answer: async (call, response) => {
    const streams = call.path.endsWith('/invoke-with-response-stream')
    if (!streams) return claude.answer(call, response)
    const text = await written((taken) => claude.answer({ ...call, body: { ...call.body, stream: true } }, taken))
    const packed = eventsIn(text).map((event) => Buffer.from(JSON.stringify(event)).toString('base64'))
    sendFrames(
      response,
      packed.map((bytes) => frame('chunk', { bytes, p: 'abcdef' })),
    )
  },
}

const picture = z.strictObject({
  format: z.enum(['png', 'jpeg', 'gif', 'webp']),
  source: z.strictObject({ bytes: z.base64() }),
})
const block = z.union([z.strictObject({ text: z.string().min(1) }), z.strictObject({ image: picture })])
const tool = z.strictObject({
  name: z.string().regex(/^[\w-]{1,64}$/),
  description: z.string().min(1).optional(),
  inputSchema: z.strictObject({ json: z.looseObject({ type: z.literal('object') }) }),
})
const request = z.strictObject({
  messages: z.array(z.strictObject({ role: z.enum(['user', 'assistant']), content: z.array(block).min(1) })).min(1),
  system: z.array(z.strictObject({ text: z.string().min(1) })).optional(),
  inferenceConfig: z.strictObject({ maxTokens: z.number().min(1).optional() }).optional(),
  toolConfig: z.strictObject({ tools: z.array(z.strictObject({ toolSpec: tool })).min(1) }).optional(),
})

const questionIn = ({ messages, system = [], inferenceConfig, toolConfig }: z.infer<typeof request>): Question => {
  const blocks = messages.at(-1)?.content ?? []
  const shown = blocks.flatMap((each) => ('image' in each ? [each.image] : []))
  return {
    system: joined(system.map(({ text }) => text)),
    asked: joined(blocks.map((each) => ('text' in each ? each.text : undefined))),
    picture: shown.map(({ format, source }) => ({
      type: `image/${format}`,
      bytes: Buffer.from(source.bytes, 'base64').length,
    }))[0],
    results: [],
    tools: toolConfig?.tools.map(({ toolSpec }) => ({ name: toolSpec.name, schema: toolSpec.inputSchema.json })) ?? [],
    choice: 'auto',
    schema: undefined,
    thinks: false,
    limit: inferenceConfig?.maxTokens,
    stops: [],
  }
}

const usage = {
  inputTokens: strictUsage.input,
  outputTokens: strictUsage.output,
  totalTokens: strictUsage.input + strictUsage.output,
}
const stopOf = ({ calls }: Reply) => (calls.length > 0 ? 'tool_use' : 'end_turn')
const contentOf = ({ text, calls }: Reply): object[] => [
  ...(text === '' ? [] : [{ text }]),
  ...calls.map((call, place) => ({
    toolUse: { toolUseId: `tooluse_${place}`, name: call.name, input: call.arguments },
  })),
]

const framesOf = (reply: Reply): Buffer[] => [
  frame('messageStart', { role: 'assistant' }),
  ...pieces(reply.text).map((text) => frame('contentBlockDelta', { contentBlockIndex: 0, delta: { text } })),
  ...(reply.text === '' ? [] : [frame('contentBlockStop', { contentBlockIndex: 0 })]),
  ...reply.calls.flatMap((call, place) => [
    frame('contentBlockStart', {
      contentBlockIndex: place,
      start: { toolUse: { toolUseId: `tooluse_${place}`, name: call.name } },
    }),
    ...pieces(JSON.stringify(call.arguments)).map((input) =>
      frame('contentBlockDelta', { contentBlockIndex: place, delta: { toolUse: { input } } }),
    ),
    frame('contentBlockStop', { contentBlockIndex: place }),
  ]),
  frame('messageStop', { stopReason: stopOf(reply) }),
  frame('metadata', { usage, metrics: { latencyMs: 1 } }),
]

/** The service's own conversations, for models of all makers. */
export const converseWire: Wire = {
  failure,
  answer: ({ path, body }, response) => {
    const reply = replyTo(questionIn(request.parse(body)))
    if (path.endsWith('/converse-stream')) return sendFrames(response, framesOf(reply))
    const output = { message: { role: 'assistant', content: contentOf(reply) } }
    return answerJson(response, 200, { output, stopReason: stopOf(reply), usage, metrics: { latencyMs: 1 } })
  },
}
