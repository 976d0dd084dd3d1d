import { openaiChat } from './openai-chat/index.ts'
import type { Protocol, ProtocolName } from './protocol.ts'

/** One line per dialect. */
export const protocols: Readonly<Record<ProtocolName, Protocol>> = {
  'openai-chat': openaiChat,
}
