import * as z from 'zod'
import { type Body, pieces, replyTo, strictUsage } from '../strict/strict-question.ts'
import { plainQuestion, type Wire } from './wire.ts'

const request = z.strictObject({
  header: z.strictObject({ app_id: z.string(), uid: z.string().max(32).optional() }),
  parameter: z.strictObject({
    chat: z.strictObject({ domain: z.literal('generalv3.5'), max_tokens: z.number().optional() }),
  }),
  payload: z.strictObject({
    message: z.strictObject({
      text: z.array(z.strictObject({ role: z.enum(['system', 'user', 'assistant']), content: z.string() })).min(1),
    }),
    functions: z
      .strictObject({
        text: z.array(
          z.strictObject({
            name: z.string(),
            description: z.string(),
            parameters: z.looseObject({ type: z.literal('object') }),
          }),
        ),
      })
      .optional(),
  }),
})

const frame = (status: number, text: object[], seq: number): object => ({
  header: { code: 0, message: 'Success', sid: 'cht1', status },
  payload: {
    choices: { status, seq, text },
    ...(status === 2
      ? {
          usage: {
            text: {
              question_tokens: 4,
              prompt_tokens: strictUsage.input,
              completion_tokens: strictUsage.output,
              total_tokens: strictUsage.input + strictUsage.output,
            },
          },
        }
      : {}),
  },
})

/** Xunfei's frames, each of which tells where in the answer it stands; one that was refused is the only one. */
export const sparkFrames = (body: Body): object[] => {
  const asked = request.safeParse(body)
  if (!asked.success) return sparkRefusal(z.prettifyError(asked.error))
  const { message, functions } = asked.data.payload
  const tools = functions?.text.map(({ name, parameters }) => ({ name, schema: parameters })) ?? []
  const { text, calls } = replyTo({ ...plainQuestion(message.text.at(-1)?.content ?? ''), tools })
  const told = calls.length > 0 ? [''] : pieces(text)
  return told.map((content, index) => {
    const status = index === told.length - 1 ? 2 : Math.min(index, 1)
    const [call] = calls
    const made =
      call === undefined ? {} : { function_call: { name: call.name, arguments: JSON.stringify(call.arguments) } }
    return frame(status, [{ content, role: 'assistant', index: 0, ...made }], index)
  })
}

export const sparkRefusal = (message: string, code = 10013): object[] => [
  { header: { code, message, sid: 'cht1', status: 2 } },
]

/** It is spoken to over a line of its own. */
export const sparkWire: Wire = {
  lacks: ['pictures'],
  failure: ({ message }) => ({ status: 400, body: { message } }),
  answer: () => {
    throw new TypeError('no calls come here, only messages')
  },
}
