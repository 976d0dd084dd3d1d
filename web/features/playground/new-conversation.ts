import * as z from 'zod/mini'
import { readLocalJson, writeLocal } from '../../lib/local-storage.ts'
import { serverTime } from '../../lib/server-time.ts'
import { type Conversation, conversationSettings, defaultParameters, type Side } from './conversation.ts'
import { hasSides } from './kept-conversations.ts'

// Which model is found once it is known which there are.
const firstSide: Side = { id: 'first', model: '', parameters: defaultParameters }

const firstSettings = {
  payer: { kind: 'group' as const, group: '' },
  system: 'You are a helpful assistant.',
  tools: '',
  sides: [firstSide],
}

/** Each user of a browser has the own ones. */
const storageKey = (userId: number) => `playground-settings-${userId}`
const comparedKey = (userId: number) => `playground-compared-${userId}`

export const rememberSettings = (userId: number, { payer, system, tools, sides }: Conversation): void => {
  writeLocal(storageKey(userId), JSON.stringify({ payer, system, tools, sides }))
  const compared = sides.length > 1 ? sides.at(-1)?.model : ''
  if (compared) writeLocal(comparedKey(userId), JSON.stringify(compared))
}

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

/** A model beside those that answer already: the one that was compared last, or the next of the list. */
export const addedSide = (userId: number, sides: readonly Side[], models: readonly string[]): Side => {
  const last = sides.at(-1) ?? firstSide
  const next = models.indexOf(last.model) + 1
  const compared = readLocalJson(comparedKey(userId), z.string())
  const inTurn = [...models.filter((name) => name === compared), ...models.slice(next), ...models.slice(0, next)]
  const model = inTurn.find((name) => sides.every((side) => side.model !== name)) ?? ''
  return { ...last, id: newId(), model }
}

/** Pages that came without TLS have no `crypto.randomUUID`. */
export const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(10)), (byte) => byte.toString(16).padStart(2, '0')).join('')
