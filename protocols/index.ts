import { anthropicMessages } from './anthropic-messages/index.ts'
import { openaiChat } from './openai-chat/index.ts'
import { openaiImages } from './openai-images/index.ts'
import { openaiModerations } from './openai-moderations/index.ts'
import { openaiResponses } from './openai-responses/index.ts'
import { openaiSpeech } from './openai-speech/index.ts'
import { openaiTranscriptions } from './openai-transcriptions/index.ts'
import type { Protocol, ProtocolName } from './protocol.ts'

/** One line per dialect. */
const all: readonly Protocol[] = [
  openaiChat,
  openaiResponses,
  anthropicMessages,
  openaiModerations,
  openaiImages,
  openaiSpeech,
  openaiTranscriptions,
]

const byName = new Map(all.map((protocol) => [protocol.name, protocol]))

export const protocolOf = (name: ProtocolName): Protocol => byName.get(name) ?? openaiChat
