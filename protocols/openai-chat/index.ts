import type { Protocol } from '../protocol.ts'
import { readError, writeError, writeErrorEvent } from './error.ts'
import { readReplyUsage } from './reply.ts'
import { amendRequest, outlineRequest } from './request.ts'
import { tapStream } from './stream.ts'

export const openaiChat: Protocol = {
  name: 'openai-chat',
  common: undefined,
  request: { outline: outlineRequest, amend: amendRequest },
  reply: { usage: readReplyUsage },
  stream: { tap: tapStream },
  error: { read: readError, write: writeError, event: writeErrorEvent },
}
