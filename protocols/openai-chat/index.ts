import type { Protocol } from '../protocol.ts'
import { tellHeaders } from './answer-headers.ts'
import { chatErrors, readError } from './error.ts'
import { madeIn } from './made.ts'
import { writeModel, writeModelList } from './models.ts'
import { createShaper, shapedAnswer } from './one-shape.ts'
import { readReply } from './read-reply.ts'
import { readRequest } from './read-request.ts'
import { readReplyUsage } from './reply.ts'
import { amendRequest, limitOutput, outlineRequest } from './request.ts'
import { steering } from './steering.ts'
import { tapStream } from './stream.ts'
import { createReader } from './stream-reader.ts'
import { createWriter } from './stream-writer.ts'
import { writeReply } from './write-reply.ts'
import { writeRequest } from './write-request.ts'

export const openaiChat: Protocol = {
  name: 'openai-chat',
  tell: tellHeaders,
  common: {
    kind: 'chat',
    client: { readRequest, writeReply, createWriter, steering },
    upstream: { writeRequest, readReply, createReader, readError, steering },
  },
  request: { outline: outlineRequest, amend: amendRequest, limit: limitOutput },
  reply: { usage: readReplyUsage, complaint: '"error"', shaped: shapedAnswer },
  stream: { tap: (outline) => tapStream(outline, outline.untouched === true ? undefined : createShaper()) },
  made: madeIn,
  models: { write: writeModel, writeList: writeModelList },
  error: chatErrors,
}
