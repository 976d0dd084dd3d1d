import * as z from 'zod/mini'
import { readLocalJson, writeLocal } from '../../lib/local-storage.ts'
import { type Conversation, conversation, defaultParameters, type Side } from './conversation.ts'

/** What a new conversation begins with: as the last one was set. */
const lastSettings = z.pick(conversation, { payer: true, system: true, tools: true, sides: true })

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

export const newConversation = (userId: number, now = Date.now()): Conversation => ({
  ...(readLocalJson(storageKey(userId), lastSettings) ?? firstSettings),
  id: newId(),
  title: '',
  createdAt: now,
  changedAt: now,
  turns: [],
  shown: {},
})

/** The model that is tried first where it can be. */
const preferredModel = 'gpt-4o-mini'

export const firstModel = (models: readonly string[]): string | undefined =>
  models.includes(preferredModel) ? preferredModel : models[0]

export const newSide = (like: Side): Side => ({ ...like, id: newId() })

/** Pages that came without TLS have no `crypto.randomUUID`. */
export const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(10)), (byte) => byte.toString(16).padStart(2, '0')).join('')
