import type { ChatReply } from '#protocols/chat.ts'
import { failedAnswer } from '#protocols/openai-chat/error.ts'

/** Answers always stream: what comes whole is nothing but an error. */
export const readReply = (bytes: Buffer): ChatReply => {
  throw failedAnswer(bytes)
}
