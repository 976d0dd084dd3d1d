import { readError } from '#protocols/openai-chat/error.ts'
import { placeOf, type Steering } from '#protocols/steering.ts'
import type { Dialect } from '../dialect.ts'
import { readReply } from './read-reply.ts'
import { createReader } from './stream-reader.ts'
import { writeRequest } from './write-request.ts'

const steering: Steering = {
  places: {
    temperature: placeOf('parameter.chat.temperature'),
    topK: placeOf('parameter.chat.top_k'),
    maximumOutput: placeOf('parameter.chat.max_tokens'),
  },
  thinks: () => undefined,
}

/** The vendor's conversations: one message asks, and every one that comes is a frame of the answer. */
export const xunfeiChat: Dialect = {
  kind: 'chat',
  name: 'xunfei-chat',
  upstream: { writeRequest, readReply, createReader, readError, steering },
}
