import { usageOf } from '#pricing/usage.ts'
import { estimateTokens, pictureEstimate } from '../counting/estimate.ts'
import { ProtocolError } from '../failure.ts'
import { isObject } from '../json/json.ts'
import { tellHeaders } from '../openai-chat/answer-headers.ts'
import { chatErrors } from '../openai-chat/error.ts'
import { amendModel, modelOf, plainOutline } from '../passed-request.ts'
import { tapBytes } from '../passed-stream.ts'
import type { Protocol } from '../protocol.ts'
import { textsOf } from '../texts.ts'

const resultsMark = Buffer.from('"results"')

/** Whether texts and pictures are fit to be seen. Answers tell no usage: what was asked about counts. */
export const openaiModerations: Protocol = {
  name: 'openai-moderations',
  tell: tellHeaders,
  common: undefined,
  writesNothing: true,
  request: {
    outline: (body) => {
      const { input } = body
      if (input === undefined || input === null || input === '') throw new ProtocolError('input', 'must not be empty')
      const pictures = Array.isArray(input) ? input.filter((part) => isObject(part) && 'image_url' in part).length : 0
      const tokens = estimateTokens(textsOf({ input }).join('\n')) + pictures * pictureEstimate
      return plainOutline(modelOf(body), { promptEstimate: tokens, knownUsage: usageOf({ input: tokens }) })
    },
    amend: amendModel,
  },
  reply: { usage: () => undefined, isAnswer: (bytes) => bytes.includes(resultsMark) },
  stream: { tap: tapBytes },
  error: chatErrors,
}
