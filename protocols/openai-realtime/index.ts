import type { RealtimeProtocol } from '../realtime.ts'
import { writeErrorEvent } from './error.ts'
import { readClientEvent, readServerEvent } from './events.ts'
import { betaHeaders, isTranscription, keyOfSubprotocols, realtimeSubprotocol } from './handshake.ts'
import { createLocalCount } from './local-count.ts'
import { readSessionKeyOrder } from './session-key.ts'

export const openaiRealtime: RealtimeProtocol = {
  subprotocol: realtimeSubprotocol,
  keyOf: keyOfSubprotocols,
  upstreamHeaders: betaHeaders,
  isTranscription,
  readSessionKeyOrder,
  readClientEvent,
  readServerEvent,
  createLocalCount,
  writeErrorEvent,
}
