import type { Protocol } from '../protocol.ts'
import { countedRequest, writeTokenCount } from './count-tokens.ts'
import { generateErrors, readError } from './error.ts'
import { writeModel, writeModelList } from './models.ts'
import { memberNames } from './names.ts'
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

export const geminiGenerate: Protocol = {
  name: 'gemini-generate',
  names: memberNames,
  common: {
    kind: 'chat',
    client: { readRequest, writeReply, createWriter, steering },
    upstream: { writeRequest, readReply, createReader, readError, steering },
  },
  request: { outline: outlineRequest, amend: amendRequest, limit: limitOutput },
  reply: { usage: readReplyUsage },
  stream: { tap: tapStream },
  models: { write: writeModel, writeList: writeModelList },
  count: { requestOf: countedRequest, write: writeTokenCount },
  error: generateErrors,
}
