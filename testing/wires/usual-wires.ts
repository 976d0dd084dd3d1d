import { strictChat } from '../strict/strict-chat.ts'
import { strictGemini } from '../strict/strict-gemini.ts'
import { strictMessages } from '../strict/strict-messages.ts'
import { refuseUnless, type StrictDialect } from '../strict/strict-question.ts'
import { strictResponses } from '../strict/strict-responses.ts'
import type { Wire, WireCall } from './wire.ts'

const wireOf = ({ answer, failure }: StrictDialect, asUsual: (call: WireCall) => WireCall = (call) => call): Wire => ({
  answer: (call, response) => answer(asUsual(call), response),
  failure: (refusal) => ({ status: refusal.status, body: failure(refusal) }),
})

/** The dialects that most vendors speak. */
export const chatWire = wireOf(strictChat)
export const responsesWire = wireOf(strictResponses)
export const messagesWire = wireOf(strictMessages)
/** Of a vendor that knows a member more. */
export const chatWith = (member: string): Wire =>
  wireOf(strictChat, ({ body: { [member]: _known, ...body }, ...call }) => ({ ...call, body }))
/** Of a vendor that tells in every stream what was used, and refuses to be asked for it. */
export const chatUnasked = wireOf(strictChat, ({ body, ...call }) => {
  refuseUnless(body.stream_options === undefined, 'stream_options is not known')
  return { ...call, body: body.stream === true ? { ...body, stream_options: { include_usage: true } } : body }
})
/** Addresses are many, the end of each is the same. */
export const geminiWire = wireOf(strictGemini, (call) => ({
  ...call,
  path: call.path.replace(/^.*\/models\//, '/v1beta/models/'),
}))

/** The same as anybody's, but that the version stands in the body, and the model in the address. */
export const messagesElsewhere = (version: string): Wire =>
  wireOf(strictMessages, ({ body: { anthropic_version: told, ...body }, ...call }) => ({
    ...call,
    headers: { ...call.headers, ...(told === version ? { 'anthropic-version': '2023-06-01' } : {}) },
    body: { ...body, model: call.model },
  }))

/** Conversations within a project. */
export const projectWire = wireOf(
  strictChat,
  ({ body: { project_id: project, model_id: model, ...body }, ...call }) => ({
    ...call,
    body: {
      ...body,
      ...(project === 'project-1' ? { model } : {}),
      ...(call.path.includes('/chat_stream?') ? { stream: true, stream_options: { include_usage: true } } : {}),
    },
  }),
)
