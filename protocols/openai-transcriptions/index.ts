import { tellHeaders } from '../openai-chat/answer-headers.ts'
import { chatErrors } from '../openai-chat/error.ts'
import type { Protocol } from '../protocol.ts'
import { isAnswer, readReplyUsage, reckonReply, tellAsAsked } from './reply.ts'
import { amendRequest, outlineRequest } from './request.ts'
import { tapWords } from './stream.ts'

/** Text out of speech, in its own language or in English: a form with a file, answers in JSON or plain text. */
export const openaiTranscriptions: Protocol = {
  name: 'openai-transcriptions',
  tell: tellHeaders,
  common: undefined,
  answers: 'text',
  writesNothing: true,
  request: { outline: (body, form) => outlineRequest(body, form), amend: amendRequest },
  reply: { usage: readReplyUsage, reckoned: reckonReply, told: tellAsAsked, isAnswer },
  stream: { tap: tapWords },
  error: chatErrors,
}
