import type { TestClient } from '../gateway.ts'
import { addRelayChannel, addRelayToken, priceModels } from '../relay-client.ts'
import { strictKey } from './strict-upstream.ts'

export type Dialect = 'chat' | 'responses' | 'messages' | 'gemini'

/** A type of channel per dialect, and how models of that dialect are called: clients and the gateway go by such names. */
const families = {
  chat: { type: 47, model: 'open-chat', vectors: 'open-vectors', limited: 'open-limited', long: 'open-long' },
  responses: { type: 1, model: 'gpt-5-codex', vectors: undefined, limited: 'codex-limited', long: 'codex-long' },
  messages: {
    type: 14,
    model: 'claude-haiku-4-5',
    vectors: undefined,
    limited: 'claude-limited',
    long: 'claude-long',
  },
  gemini: {
    type: 24,
    model: 'gemini-3.1-pro-preview',
    vectors: 'gemini-embedding-001',
    limited: 'gemini-limited',
    long: 'gemini-long',
  },
} as const

export const dialects: readonly Dialect[] = ['chat', 'responses', 'messages', 'gemini']

export type ModelKind = 'model' | 'vectors' | 'limited' | 'long'

export const strictModel = (dialect: Dialect, kind: ModelKind = 'model'): string | undefined => families[dialect][kind]

/** A channel for each dialect, and one for each way to fail; answers the key of a token. */
export const addStrictChannels = async (root: TestClient, url: string): Promise<string> => {
  const rows = Object.values(families)
  await priceModels(
    root,
    rows.flatMap(({ type: _, ...names }) => Object.values(names).filter((name) => name !== undefined)),
  )
  for (const { type, model, vectors, limited, long } of rows) {
    const usual = [model, vectors].filter((name) => name !== undefined).join(',')
    for (const models of [usual, limited, long]) {
      await addRelayChannel(root, { type, base_url: url, key: strictKey, models })
    }
  }
  return (await addRelayToken(root)).key
}
