import type { LiveProtocol } from '../realtime.ts'
import { closeFor, problemOfClose } from './closing.ts'
import { createLocalCount } from './local-count.ts'
import { createServerReader, readClientMessage } from './messages.ts'
import { memberNames } from './names.ts'
import { isReady, modelOf, readSetup, resumes, setupFor, writeSetup } from './setup.ts'
import { readTokenOrder } from './token.ts'

export const geminiLive: LiveProtocol = {
  names: memberNames,
  createReader: (model) => ({
    client: readClientMessage,
    server: createServerReader(model),
    count: createLocalCount(),
  }),
  closeFor,
  problemOfClose,
  readSetup,
  modelOf,
  writeSetup,
  isReady,
  resumes,
  readTokenOrder,
  setupFor,
}
