import { writeErrorEvent } from './error.ts'
import { readClientEvent, readServerEvent } from './events.ts'
import { createLocalCount } from './local-count.ts'

/**
 * The dialect of sessions over a socket: messages pass through in both directions and are only read here, so it has
 * neither requests nor answers as the other dialects do.
 */
export const openaiRealtime = { readClientEvent, readServerEvent, createLocalCount, writeErrorEvent }
