import { inputTokens, outputTokens, type Usage } from '#pricing/usage.ts'
import type { ChatReply, FinishReason, ReplyContext } from '#protocols/chat.ts'
import type { JsonObject } from '#protocols/json/json.ts'

export const writeReply = ({ choices: [choice], usage }: ChatReply, { model }: ReplyContext): JsonObject => {
  const texts = (choice?.parts ?? []).map((part) => (part.type === 'text' ? part.text : ''))
  return { mind: model, says: texts.join(''), ...endOf(choice?.finish, usage) }
}

export const endOf = (finish: FinishReason | undefined, usage: Usage | undefined): JsonObject => ({
  over: finish === 'length' ? 'full' : 'said',
  ...(usage === undefined ? {} : { heard: inputTokens(usage), said: outputTokens(usage) }),
})
