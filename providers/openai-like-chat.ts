import type { ChatUpstream } from '#protocols/chat.ts'
import { readError } from '#protocols/openai-chat/error.ts'
import { readReply } from '#protocols/openai-chat/read-reply.ts'
import { steering } from '#protocols/openai-chat/steering.ts'
import { createReader } from '#protocols/openai-chat/stream-reader.ts'
import { writeRequest } from '#protocols/openai-chat/write-request.ts'
import type { Dialect } from './dialect.ts'

const upstream: ChatUpstream = { writeRequest, readReply, createReader, readError, steering }

/** OpenAI's chat in a form that its clients would stumble over: it is read and told again rather than passed on. */
export const openaiLikeChat = (name: string, own: Partial<ChatUpstream> = {}): Dialect => ({
  kind: 'chat',
  name,
  upstream: { ...upstream, ...own },
})
