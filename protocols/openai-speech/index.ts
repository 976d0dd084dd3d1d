import { tellHeaders } from '../openai-chat/answer-headers.ts'
import { chatErrors } from '../openai-chat/error.ts'
import { amendModel } from '../passed-request.ts'
import type { Protocol } from '../protocol.ts'
import { outlineRequest } from './request.ts'
import { tapSpeech } from './stream.ts'

/** Speech out of text: the answer is sound, or events that carry it. */
export const openaiSpeech: Protocol = {
  name: 'openai-speech',
  tell: tellHeaders,
  common: undefined,
  answers: 'anything',
  writesNothing: true,
  request: {
    outline: (body) => outlineRequest(body),
    amend: amendModel,
  },
  reply: { usage: () => undefined },
  stream: { tap: tapSpeech },
  error: chatErrors,
}
