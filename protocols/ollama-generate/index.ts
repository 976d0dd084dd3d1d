import { ollamaErrors } from '../ollama-chat/error.ts'
import { readyForPrompt } from '../ollama-chat/loading.ts'
import { memberNames } from '../ollama-chat/names.ts'
import { limitOutput } from '../ollama-chat/request.ts'
import { steering } from '../ollama-chat/steering.ts'
import { createLines } from '../ollama-chat/stream-writer.ts'
import { type Shape, writeWhole } from '../ollama-chat/write-reply.ts'
import { neverPassed } from '../passed-request.ts'
import type { Protocol } from '../protocol.ts'
import { outlineRequest, readRequest } from './request.ts'

const asResponse: Shape = ({ text, thinking, logprobs }) => ({
  response: text,
  ...(thinking === '' ? {} : { thinking }),
  ...(logprobs === undefined ? {} : { logprobs }),
})

/** One prompt and what follows it: a conversation of two messages, told in other words. */
export const ollamaGenerate: Protocol = {
  name: 'ollama-generate',
  names: memberNames,
  common: {
    kind: 'chat',
    client: {
      readRequest,
      writeReply: (reply, context) => writeWhole(reply, context, asResponse),
      createWriter: (context) => createLines(context, asResponse),
      steering,
    },
  },
  request: { outline: outlineRequest, amend: neverPassed.amend, limit: limitOutput },
  reply: neverPassed.reply,
  stream: neverPassed.stream,
  ready: readyForPrompt,
  error: ollamaErrors,
}
