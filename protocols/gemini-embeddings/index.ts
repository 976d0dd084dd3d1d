import { generateErrors, readError } from '../gemini-generate/error.ts'
import { memberNames } from '../gemini-generate/names.ts'
import { tapBytes } from '../passed-stream.ts'
import type { Protocol } from '../protocol.ts'
import { holdsVectors, readReply, readReplyUsage, writeReply } from './reply.ts'
import { amendRequest, outlineRequest, readRequest, textsToEmbed, writeRequest } from './request.ts'

export const geminiEmbeddings: Protocol = {
  name: 'gemini-embeddings',
  names: memberNames,
  writesNothing: true,
  common: {
    kind: 'embeddings',
    client: { readRequest, writeReply },
    upstream: { writeRequest, readReply, readError },
  },
  request: { outline: outlineRequest, amend: amendRequest, texts: textsToEmbed },
  reply: { usage: readReplyUsage, isAnswer: holdsVectors },
  stream: { tap: tapBytes },
  error: generateErrors,
}
