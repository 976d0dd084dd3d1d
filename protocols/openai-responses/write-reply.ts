import type { ChatReply, ReplyContext } from '../chat.ts'
import { eventsOfReply } from '../chat-stream.ts'
import type { JsonObject } from '../json/json.ts'
import { createOutput } from './output.ts'
import { responseEcho, responseHead, responseId } from './response-object.ts'

/** A whole answer is what its stream would end with. */
export const writeReply = (reply: ChatReply, context: ReplyContext): JsonObject => {
  const id = responseId(reply.id, context)
  const finish = reply.choices.find((choice) => choice.index === 0)?.finish ?? 'stop'
  const output = createOutput(context, id, () => {})
  for (const event of eventsOfReply(reply)) output.add(event)
  output.close(finish === 'length' || finish === 'content_filter' ? 'incomplete' : 'completed')
  const at = context.now()
  const createdAt = reply.created ?? at
  const state = { id, createdAt, output: output.items(), usage: reply.usage, status: 'finished', finish, at } as const
  return { ...responseHead(state), ...responseEcho(context, reply.serviceTier) }
}
