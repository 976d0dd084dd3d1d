import { tellHeaders } from '../openai-chat/answer-headers.ts'
import { chatErrors } from '../openai-chat/error.ts'
import { amendModel } from '../passed-request.ts'
import type { Protocol } from '../protocol.ts'
import { holdsPictures, readReplyUsage, reckonReply } from './reply.ts'
import { outlineRequest } from './request.ts'
import { tapPictures } from './stream.ts'
import { picturesClient } from './translation.ts'

/** Pictures: made, edited and varied; JSON or a form. */
export const openaiImages: Protocol = {
  name: 'openai-images',
  tell: tellHeaders,
  common: { kind: 'pictures', client: picturesClient },
  writesNothing: true,
  request: { outline: outlineRequest, amend: amendModel },
  reply: { usage: readReplyUsage, reckoned: reckonReply, isAnswer: holdsPictures },
  stream: { tap: tapPictures },
  error: chatErrors,
}
