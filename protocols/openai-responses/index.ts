import { tellHeaders } from '../openai-chat/answer-headers.ts'
import { readError } from '../openai-chat/error.ts'
import type { Protocol } from '../protocol.ts'
import { responsesErrors } from './error.ts'
import { madeIn } from './made.ts'
import { memory } from './memory.ts'
import { retellReasoning } from './open-reasoning.ts'
import { readReply } from './read-reply.ts'
import { readRequest } from './read-request.ts'
import { amendRequest, outlineRequest } from './request.ts'
import { steering } from './steering.ts'
import { hasFailed, isRunning, responseIdOf, responseStatusOf } from './stored.ts'
import { tapStream } from './stream.ts'
import { createReader } from './stream-reader.ts'
import { createWriter } from './stream-writer.ts'
import { readReplyTools, readReplyUsage } from './tool-calls.ts'
import { writeReply } from './write-reply.ts'
import { writeRequest } from './write-request.ts'

export const openaiResponses: Protocol = {
  name: 'openai-responses',
  tell: tellHeaders,
  common: {
    kind: 'chat',
    client: { readRequest, writeReply, createWriter, steering },
    upstream: { writeRequest, readReply, createReader, readError, steering },
  },
  request: {
    outline: outlineRequest,
    amend: amendRequest,
    limit: (_body, tokens) => ({ max_output_tokens: tokens }),
  },
  reply: { usage: readReplyUsage, tools: readReplyTools, failed: hasFailed },
  stream: { tap: tapStream },
  made: madeIn,
  retold: ({ input }, unknownIds, open) => {
    const told = retellReasoning(input, unknownIds, open)
    return told && { input: told }
  },
  count: {
    requestOf: (body) => body,
    write: (tokens) => ({ object: 'response.input_tokens', input_tokens: tokens }),
  },
  kept: {
    idOf: responseIdOf,
    isRunning: (bytes) => isRunning(responseStatusOf(bytes)),
  },
  memory,
  error: responsesErrors,
}
