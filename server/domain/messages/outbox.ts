import * as z from 'zod/mini'
import { ApplicationError } from '#contract/errors.ts'
import { languageCodes } from '#contract/languages.ts'
import type { Database, Executor } from '../../db/database.ts'
import { countDeliveries, insertDelivery } from '../../db/deliveries.ts'
import { type Clock, nowSeconds } from '../../lib/clock.ts'
import type { Vault } from '../../lib/vault.ts'

const inBoth = z.object({ en: z.string(), zh: z.string() })

/** A mail, as far as it is known before it is sent: what it says is put together then. */
export const letter = z.discriminatedUnion('about', [
  z.object({
    about: z.literal('code'),
    to: z.string(),
    language: z.enum(languageCodes),
    /** What tells the browser that asked from all others. */
    browser: z._default(z.string(), ''),
  }),
  z.object({ about: z.literal('reset'), to: z.string(), language: z.enum(languageCodes) }),
  /** For readers who keep no language. */
  z.object({ about: z.literal('notice'), to: z.string(), title: inBoth, text: inBoth }),
  z.object({
    about: z.literal('notice_in_language'),
    to: z.string(),
    language: z.enum(languageCodes),
    title: z.string(),
    text: z.string(),
  }),
])
export type Letter = z.output<typeof letter>

/** One call of a user's webhook; `body` is exactly what is signed. */
export const webhookCall = z.object({ url: z.string(), secret: z.string(), body: z.string() })
export type WebhookCall = z.output<typeof webhookCall>

export type Delivery = {
  /** For the log of the operator. */
  purpose: string
  /** Nobody needs it later than this many seconds from now. */
  goodForSeconds: number
} & ({ kind: 'mail'; letter: Letter } | { kind: 'webhook'; call: WebhookCall })

/** What leaves for other people: it waits in the database until it was handed over, so that no call waits for it. */
export type Outbox = {
  /** Throws `mail_busy` when too much is waiting already. */
  post: (delivery: Delivery) => Promise<void>
  /** The same as a part of a transaction: `wake` after it, or it waits for the next look. */
  put: (executor: Executor, delivery: Delivery) => Promise<void>
  /** What was put is committed. */
  wake: () => void
  /** Something may have been posted. */
  onWake: (listener: () => void) => void
}

type Parts = { database: Database; vault: Vault; clock: Clock; mostWaiting?: number }

export const createOutbox = ({ database, vault, clock, mostWaiting = 10_000 }: Parts): Outbox => {
  const listeners: (() => void)[] = []

  const put = async (executor: Executor, delivery: Delivery) => {
    if ((await countDeliveries(executor, delivery.kind)) >= mostWaiting) throw new ApplicationError('mail_busy')
    const now = nowSeconds(clock)
    await insertDelivery(executor, {
      kind: delivery.kind,
      purpose: delivery.purpose,
      // A code or a link in it is as good as a password.
      payload_sealed: vault.seal(JSON.stringify(delivery.kind === 'mail' ? delivery.letter : delivery.call)),
      attempts: 0,
      due_at: now,
      gives_up_at: now + delivery.goodForSeconds,
      created_at: now,
    })
  }

  const wake = () => {
    for (const listener of listeners) listener()
  }

  return {
    put,
    post: async (delivery) => {
      await put(database.query, delivery)
      wake()
    },
    wake,
    onWake: (listener) => {
      listeners.push(listener)
    },
  }
}
