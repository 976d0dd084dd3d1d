import { anthropicMessages } from './anthropic-messages/index.ts'
import { cohereEmbeddings, cohereEmbeddingsV1 } from './cohere-embeddings/index.ts'
import { cohereRerank } from './cohere-rerank/index.ts'
import { geminiEmbeddings } from './gemini-embeddings/index.ts'
import { geminiGenerate } from './gemini-generate/index.ts'
import { geminiLive } from './gemini-live/index.ts'
import { ollamaChat } from './ollama-chat/index.ts'
import { ollamaEmbeddings } from './ollama-embeddings/index.ts'
import { ollamaGenerate } from './ollama-generate/index.ts'
import { openaiChat } from './openai-chat/index.ts'
import { openaiCompletions } from './openai-completions/index.ts'
import { openaiEmbeddings } from './openai-embeddings/index.ts'
import { openaiImages } from './openai-images/index.ts'
import { openaiModerations } from './openai-moderations/index.ts'
import { openaiRealtime } from './openai-realtime/index.ts'
import { openaiResponses } from './openai-responses/index.ts'
import { openaiSpeech } from './openai-speech/index.ts'
import { openaiTranscriptions } from './openai-transcriptions/index.ts'
import type { Protocol, ProtocolName } from './protocol.ts'
import type { LiveProtocol, RealtimeProtocol } from './realtime.ts'
import { rerank } from './rerank/index.ts'

/** The dialects that clients speak: one line each. */
export const protocols: readonly Protocol[] = [
  openaiChat,
  openaiResponses,
  anthropicMessages,
  geminiGenerate,
  openaiEmbeddings,
  geminiEmbeddings,
  rerank,
  openaiCompletions,
  openaiModerations,
  openaiImages,
  openaiSpeech,
  openaiTranscriptions,
  ollamaChat,
  ollamaGenerate,
  ollamaEmbeddings,
  cohereEmbeddings,
  cohereEmbeddingsV1,
  cohereRerank,
]

const byName = new Map(protocols.map((protocol) => [protocol.name, protocol]))

export const protocolOf = (name: ProtocolName): Protocol => byName.get(name) ?? openaiChat

/** The dialects of sessions over a socket: one names its model in the address, one in its first message. */
export const realtime: RealtimeProtocol = openaiRealtime
export const live: LiveProtocol = geminiLive
