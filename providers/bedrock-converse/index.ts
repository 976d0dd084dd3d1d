import { readError } from '#protocols/anthropic-messages/error.ts'
import type { Dialect } from '../dialect.ts'
import { readReply } from './read-reply.ts'
import { createReader } from './stream-reader.ts'
import { writeRequest } from './write-request.ts'

/** The one way in which the service speaks to models of whatever vendor. */
export const bedrockConverse: Dialect = {
  kind: 'chat',
  name: 'bedrock-converse',
  upstream: { writeRequest, readReply, createReader, readError },
}
