import { neverPassed } from '#protocols/passed-request.ts'
import type { Protocol, ProtocolName } from '#protocols/protocol.ts'
import { madeUpErrors } from './error.ts'
import { writeModel, writeModelList } from './models.ts'
import { memberNames } from './names.ts'
import { readRequest } from './read-request.ts'
import { limitOutput, outlineRequest } from './request.ts'
import { steering } from './steering.ts'
import { createWriter } from './stream-writer.ts'
import { writeReply } from './write-reply.ts'

const name: string = 'made-up-talk'

/** A dialect that is not there: all that one would write to add it, besides its lines and the rows of its paths. */
export const madeUpTalk: Protocol = {
  // seam: a name that is added in a test is none that the compiler knows
  name: name as ProtocolName,
  names: memberNames,
  common: { kind: 'chat', client: { readRequest, writeReply, createWriter, steering } },
  request: { outline: outlineRequest, amend: neverPassed.amend, limit: limitOutput },
  reply: neverPassed.reply,
  stream: neverPassed.stream,
  models: { write: writeModel, writeList: writeModelList },
  error: madeUpErrors,
}
