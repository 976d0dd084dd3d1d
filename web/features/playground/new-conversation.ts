import { readLocalJson, writeLocal } from '../../lib/local-storage.ts'
import { serverTime } from '../../lib/server-time.ts'
import { type Conversation, conversationSettings, defaultParameters, type Side } from './conversation.ts'
import { hasSides } from './kept-conversations.ts'

const firstSettings = {
  payer: { kind: 'group' as const, group: '' },
  system: 'You are a helpful assistant.',
  tools: '',
  // Which model is found once it is known which there are.
  sides: [{ id: 'first', model: '', parameters: defaultParameters }],
}

/** Each user of a browser has the own ones. */
const storageKey = (userId: number) => `playground-settings-${userId}`

export const rememberSettings = (userId: number, { payer, system, tools, sides }: Conversation): void =>
  writeLocal(storageKey(userId), JSON.stringify({ payer, system, tools, sides }))

/** It begins as the last one was set. */
export const newConversation = (userId: number, now = serverTime()): Conversation => ({
  ...lastSettings(userId),
  id: newId(),
  title: '',
  createdAt: now,
  changedAt: now,
  turns: [],
  shown: {},
})

const lastSettings = (userId: number) => {
  const kept = readLocalJson(storageKey(userId), conversationSettings)
  return kept !== null && hasSides(kept) ? kept : firstSettings
}

export const newSide = (like: Side): Side => ({ ...like, id: newId() })

/** Pages that came without TLS have no `crypto.randomUUID`. */
export const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(10)), (byte) => byte.toString(16).padStart(2, '0')).join('')
