import { describe, expect, it } from 'vitest'
import { createKnownValues } from './known-values.ts'

type Row = { id: number; state: 'old' | 'new' }

/** Every order in which these can happen that keeps the order of each. */
const interleavings = <Step>(actors: readonly (readonly Step[])[]): Step[][] => {
  if (actors.every((steps) => steps.length === 0)) return [[]]
  return actors.flatMap((steps, place) => {
    const [first, ...rest] = steps
    if (first === undefined) return []
    return interleavings(actors.map((other, index) => (index === place ? rest : other))).map((order) => [
      first,
      ...order,
    ])
  })
}

/** A table of one row, whose readings go on only when they are told to. */
const openTable = () => {
  let row: Row | undefined = { id: 7, state: 'old' }
  const asked: (() => void)[] = []
  const seen: (() => void)[] = []
  const known = createKnownValues<string, Row>({
    read: async () => {
      await new Promise<void>((resolve) => asked.push(resolve))
      const found = row
      await new Promise<void>((resolve) => seen.push(resolve))
      return found
    },
    idOf: ({ id }) => id,
    capacity: 10,
  })
  return {
    known,
    look: () => asked.shift()?.(),
    arrive: () => seen.shift()?.(),
    change: (next: Row | undefined) => {
      row = next
    },
    isReading: () => asked.length + seen.length > 0,
  }
}

const settle = async () => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
}

type Step = 'ask' | 'look' | 'arrive' | 'ask too' | 'commit' | 'told' | 'told of all'

const walk = async (order: readonly Step[], after: Row | undefined) => {
  const { known, look, arrive, change, isReading } = openTable()
  const find = async () => known.get('key') ?? (await known.load('key'))
  const late: Promise<Row | undefined>[] = []
  let isTold = false
  const steps: Record<Step, () => void> = {
    ask: () => void find(),
    'ask too': () => {
      const found = find()
      if (isTold) late.push(found)
    },
    look,
    arrive,
    commit: () => change(after),
    told: () => {
      known.forget(7)
      isTold = true
    },
    'told of all': () => {
      known.forgetAll()
      isTold = true
    },
  }
  for (const step of order) {
    steps[step]()
    await settle()
  }
  late.push(find())
  await settle()
  while (isReading()) {
    look()
    await settle()
    arrive()
    await settle()
  }
  return [...(await Promise.all(late)), known.get('key')]
}

describe('what is known', () => {
  const changed: Row = { id: 7, state: 'new' }
  const reader = ['ask', 'look', 'arrive'] as const
  it.each<[string, readonly Step[], Row | undefined]>([
    ['a row changed and its change told', ['commit', 'told'], changed],
    ['a row deleted and that told', ['commit', 'told'], undefined],
    ['a change of which the word was lost, and a look that finds out', ['commit', 'told of all'], changed],
    ['one that is told of twice, before and after', ['told', 'commit', 'told'], changed],
  ])(
    'T21: is never older than what was told, in every order of %s, a reader and another',
    async (_what, change, after) => {
      const orders = interleavings<Step>([reader, reader, change, ['ask too']])
      for (const order of orders) {
        // What was told before the change was made says nothing of it.
        const begun = order.lastIndexOf(change.at(-1) ?? 'told')
        const isLate = order.lastIndexOf('ask too') > begun
        const found = await walk(order, after)
        const wanted = isLate || change.length === 2 ? found : found.slice(-2)
        expect([order, wanted]).toEqual([order, wanted.map(() => after)])
      }
      expect(orders.length).toBeGreaterThan(1000)
    },
  )

  it('is read once for all who ask at the same time, and not again', async () => {
    const { known, look, arrive } = openTable()
    const found = [known.load('key'), known.load('key')]
    look()
    await settle()
    arrive()
    expect(await Promise.all(found)).toEqual([
      { id: 7, state: 'old' },
      { id: 7, state: 'old' },
    ])
    expect(known.get('key')).toEqual({ id: 7, state: 'old' })
  })

  it('goes by its id under every key, and the oldest goes first', async () => {
    const known = createKnownValues<string, Row>({
      read: async (key) => ({ id: Number(key[0]), state: 'old' }),
      idOf: ({ id }) => id,
      capacity: 3,
    })
    for (const key of ['1a', '1b', '2a', '3a']) await known.load(key)
    expect(['1a', '1b', '2a', '3a'].map((key) => known.get(key) !== undefined)).toEqual([false, true, true, true])
    await known.load('1c')
    known.forget(1)
    expect(['1b', '1c', '2a', '3a'].map((key) => known.get(key) !== undefined)).toEqual([false, false, true, true])
  })

  it('is asked for again after a reading failed', async () => {
    let fails = true
    const known = createKnownValues<string, Row>({
      read: async () => {
        if (fails) throw new Error('away')
        return changed
      },
      idOf: ({ id }) => id,
      capacity: 3,
    })
    await expect(known.load('key')).rejects.toThrow('away')
    fails = false
    expect(await known.load('key')).toEqual(changed)
  })
})
