import { chatErrors, readError } from '../openai-chat/error.ts'
import { amendModel } from '../passed-request.ts'
import { tapBytes } from '../passed-stream.ts'
import type { Protocol } from '../protocol.ts'
import { holdsResults, readReply, readReplyUsage, resultsAsAsked, writeReply } from './reply.ts'
import { outlineRequest, readRequest, textsToRank, writeRequest } from './request.ts'

export const rerank: Protocol = {
  name: 'rerank',
  writesNothing: true,
  common: {
    kind: 'rerank',
    client: { readRequest, writeReply },
    upstream: { writeRequest, readReply, readError },
  },
  request: { outline: outlineRequest, amend: amendModel, texts: textsToRank },
  reply: { usage: readReplyUsage, isAnswer: holdsResults, shaped: resultsAsAsked },
  stream: { tap: tapBytes },
  error: chatErrors,
}
