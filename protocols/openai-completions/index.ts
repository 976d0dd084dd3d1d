import { tellHeaders } from '../openai-chat/answer-headers.ts'
import { chatErrors } from '../openai-chat/error.ts'
import { readReplyUsage } from '../openai-chat/reply.ts'
import { amendRequest } from '../openai-chat/request.ts'
import { tapStream } from '../openai-chat/stream.ts'
import type { Protocol } from '../protocol.ts'
import { outlineRequest } from './request.ts'

/** Texts that are gone on with: older than conversations, answered in the same frames, and in no other dialect. */
export const openaiCompletions: Protocol = {
  name: 'openai-completions',
  tell: tellHeaders,
  common: undefined,
  request: { outline: outlineRequest, amend: amendRequest, limit: (_body, tokens) => ({ max_tokens: tokens }) },
  reply: { usage: readReplyUsage, complaint: '"error"' },
  stream: { tap: (outline) => tapStream(outline) },
  error: chatErrors,
}
