import { usualMemberNames } from '../known-names.ts'
import type { RealtimeProtocol } from '../realtime.ts'
import { writeErrorEvent } from './error.ts'
import { readClientEvent, readServerEvent } from './events.ts'
import { betaHeaders, isTranscription, keyOfSubprotocols, realtimeSubprotocol } from './handshake.ts'
import { createLocalCount } from './local-count.ts'
import { readSessionKeyOrder } from './session-key.ts'

export const openaiRealtime: RealtimeProtocol = {
  names: usualMemberNames,
  createReader: () => ({
    client: (bytes) => {
      const event = readClientEvent(bytes)
      return { events: [event], checked: event.kind === 'input_audio' ? undefined : bytes }
    },
    server: (bytes) => [readServerEvent(bytes)],
    count: createLocalCount(),
  }),
  writeErrorEvent,
  subprotocol: realtimeSubprotocol,
  keyOf: keyOfSubprotocols,
  upstreamHeaders: betaHeaders,
  isTranscription,
  readSessionKeyOrder,
}
