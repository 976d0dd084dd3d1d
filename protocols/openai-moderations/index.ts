import { estimateTokens } from '../estimate.ts'
import { readError, writeError, writeErrorEvent } from '../openai-chat/error.ts'
import { amendModel, modelOf, plainOutline } from '../passed-request.ts'
import { tapBytes } from '../passed-stream.ts'
import { type Protocol, ProtocolError } from '../protocol.ts'
import { textsOf } from '../texts.ts'
import { usageOf } from '../usage.ts'

/** Whether texts and pictures are fit to be seen. Answers tell no usage: what was asked about counts. */
export const openaiModerations: Protocol = {
  name: 'openai-moderations',
  common: undefined,
  writesNothing: true,
  request: {
    outline: (body) => {
      const { input } = body
      if (input === undefined || input === null || input === '') throw new ProtocolError('input', 'must not be empty')
      const tokens = estimateTokens(textsOf({ input }).join('\n'))
      return plainOutline(modelOf(body), { promptEstimate: tokens, knownUsage: usageOf({ input: tokens }) })
    },
    amend: amendModel,
  },
  reply: { usage: () => undefined },
  stream: { tap: tapBytes },
  error: { read: readError, write: writeError, event: writeErrorEvent },
}
