import { openaiChat } from './openai-chat/index.ts'
import type { Protocol, ProtocolName } from './protocol.ts'

/** One line per dialect. */
const all: readonly Protocol[] = [openaiChat]

const byName = new Map(all.map((protocol) => [protocol.name, protocol]))

export const protocolOf = (name: ProtocolName): Protocol => byName.get(name) ?? openaiChat
