import { tellHeaders } from '../openai-chat/answer-headers.ts'
import { chatErrors, readError } from '../openai-chat/error.ts'
import { amendModel } from '../passed-request.ts'
import { tapBytes } from '../passed-stream.ts'
import type { Protocol } from '../protocol.ts'
import { holdsVectors, readReply, vectorsAsAsked, writeReply } from './reply.ts'
import { outlineRequest, readRequest, textsToEmbed, writeRequest } from './request.ts'
import { readReplyUsage } from './usage.ts'

export const openaiEmbeddings: Protocol = {
  name: 'openai-embeddings',
  tell: tellHeaders,
  writesNothing: true,
  common: {
    kind: 'embeddings',
    client: { readRequest, writeReply },
    upstream: { writeRequest, readReply, readError },
  },
  request: { outline: outlineRequest, amend: amendModel, texts: textsToEmbed },
  reply: { usage: readReplyUsage, isAnswer: holdsVectors, shaped: vectorsAsAsked },
  stream: { tap: tapBytes },
  error: chatErrors,
}
