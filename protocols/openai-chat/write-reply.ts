import type { ChatReply, ReplyContext } from '../chat.ts'
import type { JsonObject } from '../json/json.ts'
import { writeUsage } from './usage-object.ts'
import { type ReasoningForm, writeMessage } from './write-message.ts'

/** A whole answer as clients of this dialect read it. */
export const writeReply = (reply: ChatReply, context: ReplyContext): JsonObject => ({
  id: reply.id === '' ? `chatcmpl-${context.newId()}` : reply.id,
  object: 'chat.completion',
  created: reply.created ?? context.now(),
  model: context.model,
  choices: reply.choices.map(({ index, parts, finish, logprobs }) => ({
    index,
    message: writeMessage(parts, reasoningForm(context)),
    logprobs: logprobs === undefined ? null : { content: logprobs, refusal: null },
    finish_reason: finish,
  })),
  ...(reply.usage === undefined ? {} : { usage: writeUsage(reply.usage) }),
  ...(reply.serviceTier === undefined ? {} : { service_tier: reply.serviceTier }),
})

export const reasoningForm = ({ request: { reasoning } }: ReplyContext): ReasoningForm =>
  reasoning?.visible === false ? 'hidden' : reasoning?.inDetails === true ? 'details' : 'text'
