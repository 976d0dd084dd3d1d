import { readError } from '#protocols/openai-chat/error.ts'
import type { Dialect } from '../dialect.ts'
import { readReply } from './read-reply.ts'
import { createReader } from './stream-reader.ts'
import { writeRequest } from './write-request.ts'

/** The vendor's conversations: one message asks, and every one that comes is a frame of the answer. */
export const xunfeiChat: Dialect = {
  kind: 'chat',
  name: 'xunfei-chat',
  upstream: { writeRequest, readReply, createReader, readError },
}
