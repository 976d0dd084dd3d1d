import type { ChatRequest, ReplyContext } from '#protocols/chat.ts'

/** What an answer to the request is written with, in a test: time stands still, and there is one id for everything. */
export const replyContext = (request: ChatRequest, changes: Partial<ReplyContext> = {}): ReplyContext => ({
  request,
  model: 'm',
  wantsUsage: true,
  framing: 'events',
  now: () => 1_700_000_000,
  newId: () => 'new',
  ...changes,
})
