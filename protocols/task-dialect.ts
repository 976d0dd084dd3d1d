import { chatErrors } from './openai-chat/error.ts'
import { amendModel, modelOf, plainOutline } from './passed-request.ts'
import { tapBytes } from './passed-stream.ts'
import type { Protocol } from './protocol.ts'
import type { PolledPlatform } from './task-platform.ts'

/** A platform as the stages of a call know dialects: its own is only how it tells of errors. */
export const taskDialect = ({ error, keyHeader }: Pick<PolledPlatform, 'error' | 'keyHeader'>): Protocol => ({
  name: 'tasks',
  common: undefined,
  writesNothing: true,
  ...(keyHeader === undefined ? {} : { keyPlaces: { header: keyHeader } }),
  request: { outline: (body) => plainOutline(modelOf(body), {}), amend: amendModel },
  reply: { usage: () => undefined },
  stream: { tap: tapBytes },
  error: { ...chatErrors, ...error },
})
