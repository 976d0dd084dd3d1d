import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { eachDatabase } from '#testing/database.ts'
import type { Database } from '../../db/database.ts'
import { countDeliveries } from '../../db/deliveries.ts'
import { createLog } from '../../lib/log.ts'
import { openVault } from '../../lib/vault.ts'
import { type Carriers, createCourier, Undeliverable } from './courier.ts'
import { createOutbox, type Delivery, type Letter } from './outbox.ts'

const letterTo = (to: string): Letter => ({ about: 'code', to, language: 'en', browser: '' })
const mailTo = (to: string, goodForSeconds = 86_400): Delivery => ({
  kind: 'mail',
  purpose: 'code',
  goodForSeconds,
  letter: letterTo(to),
})
const hook: Delivery = {
  kind: 'webhook',
  purpose: 'quota_exceed',
  goodForSeconds: 86_400,
  call: { url: 'https://hooks.example.com/', secret: 'secret', body: '{}' },
}
const nothing = async () => {}

/** A node with an outbox and a courier, at a time that only moves when told to. */
const openNode = async (database: Database, carriers: Partial<Carriers>, time = { seconds: 1000 }) => {
  const lines: string[] = []
  const parts = {
    database,
    vault: await openVault({ secret: 'a secret for these tests', file: '' }),
    clock: { now: () => time.seconds * 1000, monotonic: () => time.seconds * 1000 },
    log: createLog({ level: 'info', write: (line) => lines.push(line) }),
  }
  const outbox = createOutbox({ ...parts, mostWaiting: 5 })
  const courier = createCourier({ ...parts, outbox, carriers: { mail: nothing, webhook: nothing, ...carriers } })
  return {
    outbox,
    courier,
    lines,
    /** Lets time pass and looks for what is due. */
    after: async (seconds: number) => {
      time.seconds += seconds
      courier.wake()
      await courier.idle()
    },
  }
}

eachDatabase((_engine, open) => {
  it('carries what is posted at once, and forgets it', async () => {
    const database = await open()
    const carried: Letter[] = []
    const { outbox, courier } = await openNode(database, { mail: async (letter) => void carried.push(letter) })
    await outbox.post(mailTo('ann@example.com'))
    await courier.idle()
    expect(carried).toEqual([letterTo('ann@example.com')])
    expect(await countDeliveries(database.query, 'mail')).toBe(0)
  })

  it('keeps nothing readable at rest', async () => {
    const database = await open()
    const { outbox } = await openNode(database, { mail: () => Promise.reject(new Error('away')) })
    await outbox.put(database.query, mailTo('ann@example.com'))
    const rows = await database.query.selectFrom('deliveries').selectAll().execute()
    expect(JSON.stringify(rows)).not.toMatch(/123456|ann@/)
  })

  it('tries again after growing pauses, and gives up in the end', async () => {
    const database = await open()
    let tries = 0
    const node = await openNode(database, {
      mail: async () => {
        tries += 1
        throw new Error('away')
      },
    })
    await node.outbox.post(mailTo('ann@example.com'))
    await node.courier.idle()
    const seen = [tries]
    for (const seconds of [9, 1, 29, 1, 119, 1, 599, 1, 1799, 1, 7199, 1, 21_599, 1]) {
      await node.after(seconds)
      seen.push(tries)
    }
    expect(seen).toEqual([1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8])
    expect(await countDeliveries(database.query, 'mail')).toBe(0)
    expect(node.lines.at(-1)).toContain('given up')
    expect(node.lines.join()).not.toMatch(/123456/)
  })

  it('gives up what nobody needs any more, and what never will arrive', async () => {
    const database = await open()
    const node = await openNode(database, {
      mail: async ({ to }) => {
        throw to.startsWith('never') ? new Undeliverable('no such mailbox') : new Error('away')
      },
    })
    await node.outbox.post(mailTo('never@example.com'))
    await node.courier.idle()
    expect(await countDeliveries(database.query, 'mail')).toBe(0)
    await node.outbox.post(mailTo('ann@example.com', 600))
    for (const seconds of [0, 10, 30, 120]) await node.after(seconds)
    expect(await countDeliveries(database.query, 'mail')).toBe(0)
  })

  it('lets each delivery be carried by one node, however many look', async () => {
    const database = await open()
    const carried: string[] = []
    const mail: Carriers['mail'] = async ({ to }) => {
      carried.push(to)
      await pause(5)
    }
    const first = await openNode(database, { mail })
    const others = await Promise.all([1, 2].map(() => openNode(database, { mail })))
    const addresses = [1, 2, 3, 4, 5].map((number) => `user${number}@example.com`)
    for (const address of addresses) await first.outbox.put(database.query, mailTo(address))
    await Promise.all([first, ...others].map((node) => node.after(1)))
    expect(carried.toSorted()).toEqual(addresses)
  })

  it('survives a stop in the middle, politely or not', async () => {
    const database = await open()
    const time = { seconds: 1000 }
    const hanging: Carriers['mail'] = (_letter, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
      })
    const polite = await openNode(database, { mail: hanging }, time)
    await polite.outbox.post(mailTo('ann@example.com'))
    while (!(await isClaimed(database))) await pause(5)
    await polite.courier.close()

    const carried: string[] = []
    const killed = await openNode(database, { mail: hanging }, time)
    killed.courier.wake()
    while (!(await isClaimed(database))) await pause(5)
    const next = await openNode(database, { mail: async ({ to }) => void carried.push(to) }, time)
    await next.after(60)
    expect(carried).toEqual([])
    await next.after(60)
    expect(carried).toEqual(['ann@example.com'])
    await killed.courier.close()
  })

  it('begins nothing any more when it is stopped while it looks, and leaves it to the next', async () => {
    const database = await open()
    const carried: string[] = []
    const mail: Carriers['mail'] = async ({ to }) => void carried.push(to)
    const stopped = await openNode(database, { mail })
    await stopped.outbox.put(database.query, mailTo('ann@example.com'))
    stopped.courier.wake()
    await stopped.courier.close()
    expect(carried).toEqual([])
    const next = await openNode(database, { mail })
    await next.after(1)
    expect(carried).toEqual(['ann@example.com'])
  })

  it('F26: is not held up by a few receivers who keep it waiting, and takes no more than it can carry', async () => {
    const database = await open()
    const carried: string[] = []
    let release = nothing as () => unknown
    const released = new Promise((resolve) => {
      release = () => resolve(undefined)
    })
    const node = await openNode(database, {
      webhook: async () => {
        await released
      },
      mail: async ({ to }) => {
        if (to.startsWith('slow')) await released
        carried.push(to)
      },
    })
    for (const address of ['slow1@example.com', 'slow2@example.com', 'slow3@example.com', 'ann@example.com']) {
      await node.outbox.post(mailTo(address))
    }
    for (let calls = 0; calls < 5; calls += 1) await node.outbox.post(hook)
    while (carried.length === 0) await pause(5)
    expect(carried).toEqual(['ann@example.com'])
    await expect(node.outbox.post(hook)).rejects.toMatchObject({ code: 'mail_busy' })
    release()
    await node.courier.idle()
    expect(carried).toHaveLength(4)
    expect(await countDeliveries(database.query, 'webhook')).toBe(0)
  })
})

const isClaimed = async (database: Database): Promise<boolean> => {
  const row = await database.query.selectFrom('deliveries').select('due_at').executeTakeFirst()
  return row !== undefined && row.due_at > 1000
}
