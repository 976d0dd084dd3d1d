import { readError } from '#protocols/openai-chat/error.ts'
import type { Dialect } from '../dialect.ts'
import { readReply } from './read-reply.ts'
import { createReader } from './stream-reader.ts'
import { writeRequest } from './write-request.ts'

/** The vendor's conversations: requests much like OpenAI's, answers and streams of their own. */
export const cohereChat: Dialect = {
  kind: 'chat',
  name: 'cohere-chat',
  upstream: { writeRequest, readReply, createReader, readError },
}
