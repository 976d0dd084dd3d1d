import { readError, writeError, writeErrorEvent } from '../openai-chat/error.ts'
import { amendModel } from '../passed-request.ts'
import { tapEvents } from '../passed-stream.ts'
import type { Protocol } from '../protocol.ts'
import { readPictureUsage, readReplyUsage } from './reply.ts'
import { outlineRequest } from './request.ts'

/** Pictures: made, edited and varied; JSON or a form. */
export const openaiImages: Protocol = {
  name: 'openai-images',
  common: undefined,
  writesNothing: true,
  request: { outline: outlineRequest, amend: amendModel },
  reply: { usage: readReplyUsage },
  stream: { tap: () => tapEvents(readPictureUsage) },
  error: { read: readError, write: writeError, event: writeErrorEvent },
}
