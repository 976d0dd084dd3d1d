import { steering } from '#protocols/ollama-chat/steering.ts'
import { readError } from '#protocols/openai-chat/error.ts'
import type { Dialect } from '../dialect.ts'
import { readReply } from './read-reply.ts'
import { createReader } from './stream-reader.ts'
import { writeRequest } from './write-request.ts'

/** The server's own conversations: it tells more of them than of the OpenAI-like ones it has besides. */
export const ollamaChat: Dialect = {
  kind: 'chat',
  name: 'ollama-chat',
  upstream: { writeRequest, readReply, createReader, readError, steering },
}
