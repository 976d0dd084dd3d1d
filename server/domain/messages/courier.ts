import type { Database } from '../../db/database.ts'
import { claimDelivery, longestPause, postponeDelivery, removeDelivery } from '../../db/deliveries.ts'
import type { DeliveryRow } from '../../db/schema.ts'
import { type Clock, nowSeconds } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import type { Vault } from '../../lib/vault.ts'
import { type Letter, letter, type Outbox, type WebhookCall, webhookCall } from './outbox.ts'

/** How each kind of delivery is handed over. What rejects is tried again, unless it is `Undeliverable`. */
export type Carriers = {
  mail: (letter: Letter, signal: AbortSignal) => Promise<void>
  webhook: (call: WebhookCall, signal: AbortSignal) => Promise<void>
}

/** Trying again would not help. */
export class Undeliverable extends Error {
  override readonly name = 'Undeliverable'
}

/** Takes what is in the outbox to where it belongs. Each delivery is carried by one node at a time. */
export type Courier = {
  /** Looks for what is due. */
  wake: () => void
  /** Resolves when nothing is under way. */
  idle: () => Promise<void>
  /** Ends what is under way; it stays in the outbox. */
  close: () => Promise<void>
}

type Parts = { database: Database; outbox: Outbox; carriers: Carriers; vault: Vault; clock: Clock; log: Log }

const kinds = ['mail', 'webhook'] as const
/** So that one receiver who keeps us waiting does not hold up the others. */
const mostAtOnce = 4
/** Longer than any attempt takes: a node that died in the middle loses its claim after this. */
const claimSeconds = 120
/** Between attempts. */
const pausesSeconds = [10, 30, 120, 600, 1800, 7200, longestPause]

export const createCourier = ({ database, outbox, carriers, vault, clock, log }: Parts): Courier => {
  const closing = new AbortController()
  /** Kinds of which it was said that they cannot be looked for. */
  const failing = new Set<string>()
  const atWork = { mail: new Set<Promise<void>>(), webhook: new Set<Promise<void>>() }

  const carry = ({ kind, payload_sealed }: DeliveryRow): Promise<void> => {
    const payload: unknown = JSON.parse(vault.open(payload_sealed))
    switch (kind) {
      case 'mail':
        return carriers.mail(letter.parse(payload), closing.signal)
      case 'webhook':
        return carriers.webhook(webhookCall.parse(payload), closing.signal)
    }
  }

  const attempt = async (row: DeliveryRow) => {
    try {
      // It may have been claimed while the node began to stop.
      closing.signal.throwIfAborted()
      await carry(row)
      await removeDelivery(database.query, row.id)
    } catch (error) {
      const now = nowSeconds(clock)
      const pause = pausesSeconds[row.attempts - 1]
      const facts = { kind: row.kind, purpose: row.purpose, attempts: row.attempts, error }
      if (closing.signal.aborted) {
        await postponeDelivery(database.query, row, now)
      } else if (error instanceof Undeliverable || pause === undefined || now + pause > row.gives_up_at) {
        await removeDelivery(database.query, row.id)
        log.warn('a delivery was given up', facts)
      } else {
        await postponeDelivery(database.query, row, now + pause)
        log.info('a delivery failed and is tried again', facts)
      }
    }
  }

  const work = async (kind: DeliveryRow['kind']) => {
    while (!closing.signal.aborted) {
      const now = nowSeconds(clock)
      const row = await claimDelivery(database.query, { kind, now, until: now + claimSeconds })
      failing.delete(kind)
      if (row === undefined) return
      // There may be more: another hand looks while this one is busy.
      begin(kind)
      await attempt(row)
    }
  }

  const failed = (kind: string, error: unknown) => {
    if (!failing.has(kind)) log.error('deliveries could not be made', { kind, error })
    failing.add(kind)
  }

  const begin = (kind: DeliveryRow['kind']) => {
    const hands = atWork[kind]
    if (closing.signal.aborted || hands.size >= mostAtOnce) return
    const hand: Promise<void> = work(kind)
      .catch((error: unknown) => failed(kind, error))
      .finally(() => hands.delete(hand))
    hands.add(hand)
  }

  const idle = async () => {
    for (;;) {
      const hands = kinds.flatMap((kind) => [...atWork[kind]])
      if (hands.length === 0) return
      await Promise.all(hands)
    }
  }

  const wake = () => {
    for (const kind of kinds) begin(kind)
  }

  outbox.onWake(wake)
  return {
    wake,
    idle,
    close: async () => {
      closing.abort(new Error('the node is stopping'))
      await idle()
    },
  }
}
