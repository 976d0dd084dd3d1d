import { neverPassed } from '../passed-request.ts'
import type { Protocol } from '../protocol.ts'
import { ollamaErrors } from './error.ts'
import { readyForChat } from './loading.ts'
import { nameIn, server, withoutTag, writeModel, writeModelList } from './models.ts'
import { memberNames } from './names.ts'
import { readRequest } from './read-request.ts'
import { limitOutput, outlineRequest } from './request.ts'
import { steering } from './steering.ts'
import { createWriter } from './stream-writer.ts'
import { writeReply } from './write-reply.ts'

export const ollamaChat: Protocol = {
  name: 'ollama-chat',
  names: memberNames,
  common: { kind: 'chat', client: { readRequest, writeReply, createWriter, steering } },
  request: { outline: outlineRequest, amend: neverPassed.amend, limit: limitOutput },
  reply: neverPassed.reply,
  stream: neverPassed.stream,
  models: { write: writeModel, writeList: writeModelList, nameIn, otherName: withoutTag },
  server,
  ready: readyForChat,
  error: ollamaErrors,
}
