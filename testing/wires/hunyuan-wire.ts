import * as z from 'zod'
import { answerJson } from '../answering-upstream.ts'
import {
  joined,
  pictureIn,
  pieces,
  type Question,
  type Reply,
  replyTo,
  stream,
  strictUsage,
} from '../strict/strict-question.ts'
import type { Wire } from './wire.ts'

const part = z.discriminatedUnion('Type', [
  z.strictObject({ Type: z.literal('text'), Text: z.string() }),
  z.strictObject({ Type: z.literal('image_url'), ImageUrl: z.strictObject({ Url: z.string() }) }),
])
const request = z.strictObject({
  Model: z.string(),
  Stream: z.boolean().optional(),
  Messages: z
    .array(
      z.strictObject({
        Role: z.enum(['system', 'user', 'assistant']),
        Content: z.string().optional(),
        Contents: z.array(part).optional(),
      }),
    )
    .min(1)
    .max(40),
  Tools: z
    .array(
      z.strictObject({
        Type: z.literal('function'),
        Function: z.strictObject({ Name: z.string(), Description: z.string().optional(), Parameters: z.string() }),
      }),
    )
    .optional(),
  ToolChoice: z.enum(['none', 'auto']).optional(),
})

const questionIn = ({ Messages, Tools = [] }: z.infer<typeof request>): Question => {
  const { Content = '', Contents = [] } = Messages.at(-1) ?? {}
  return {
    system: '',
    asked: joined([Content, ...Contents.map((each) => (each.Type === 'text' ? each.Text : undefined))]),
    picture: Contents.flatMap((each) => (each.Type === 'image_url' ? [pictureIn(each.ImageUrl.Url)] : []))[0],
    results: [],
    // Schemas come as text.
    tools: Tools.map(({ Function: made }) => ({ name: made.Name, schema: JSON.parse(made.Parameters) })),
    choice: 'auto',
    schema: undefined,
    thinks: false,
    limit: undefined,
    stops: [],
  }
}

const Usage = {
  PromptTokens: strictUsage.input,
  CompletionTokens: strictUsage.output,
  TotalTokens: strictUsage.input + strictUsage.output,
}
const finishOf = ({ calls }: Reply) => (calls.length > 0 ? 'tool_calls' : 'stop')
const callsOf = ({ calls }: Reply) =>
  calls.map((call, Index) => ({
    Id: `call_${Index}`,
    Type: 'function',
    Index,
    Function: { Name: call.name, Arguments: JSON.stringify(call.arguments) },
  }))

const piecesOf = (reply: Reply): object[] => {
  const piece = (delta: object, FinishReason = '') => ({
    ...{ Id: 'h1', Created: 1, Note: 'made by a machine', Usage },
    Choices: [{ Index: 0, Delta: { Role: 'assistant', ...delta }, FinishReason }],
  })
  return [
    ...pieces(reply.text).map((Content) => piece({ Content })),
    ...callsOf(reply).map((call) => piece({ Content: '', ToolCalls: [call] })),
    piece({ Content: '' }, finishOf(reply)),
  ]
}

/** Tencent's signed interface, whose names begin with capitals and whose refusals come under a success. */
export const hunyuanWire: Wire = {
  failure: ({ message }) => ({
    status: 200,
    body: { Response: { Error: { Code: 'InvalidParameter', Message: message }, RequestId: 'r1' } },
  }),
  answer: ({ body }, response) => {
    const asked = request.parse(body)
    const reply = replyTo(questionIn(asked))
    if (asked.Stream === true) {
      const told = [...piecesOf(reply).map((each) => JSON.stringify(each)), '[DONE]']
      return stream(
        response,
        told.map((data) => `data: ${data}\n\n`),
      )
    }
    const ToolCalls = callsOf(reply)
    const Message = { Role: 'assistant', Content: reply.text, ...(ToolCalls.length === 0 ? {} : { ToolCalls }) }
    const Choices = [{ Index: 0, FinishReason: finishOf(reply), Message }]
    return answerJson(response, 200, { Response: { Id: 'h1', Created: 1, Choices, Usage, RequestId: 'r1' } })
  },
}
