import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase } from '#testing/database.ts'
import type { WayFault } from '#testing/faulty-way.ts'
import { startTestGateway } from '#testing/gateway.ts'
import { patience } from '#testing/patience.ts'
import { type ObeyedChange, prepareChanges, startThreeNodes, type ThreeNodes } from '#testing/three-nodes.ts'
import { findBrokenInvariants } from './db/invariants.ts'

describe('three nodes with ways of their own to one PostgreSQL and one Redis', () => {
  let bench: ThreeNodes
  beforeAll(async () => {
    bench = await startThreeNodes()
  })
  afterAll(() => bench.close())

  const obeyed = async (changes: readonly ObeyedChange[]) => {
    const waiting = async () => {
      const found = bench.nodes.map(async (node, place) => {
        const left: string[] = []
        for (const { name, isObeyed } of changes) if (!(await isObeyed(node))) left.push(`${place}: ${name}`)
        return left
      })
      return (await Promise.all(found)).flat()
    }
    await expect.poll(waiting, { ...patience, interval: 20 }).toEqual([])
    expect(await findBrokenInvariants(bench.nodes[0].gateway.plane.database)).toEqual([])
  }
  const makeAll = async (changes: readonly ObeyedChange[]) => {
    for (const { make } of changes) await make()
  }

  it('F24 T21: all obey every kind of change', async () => {
    const changes = await prepareChanges(bench)
    await makeAll(changes)
    await obeyed(changes)
  })

  it.each<[WayFault, 0 | 2]>([
    ['swallows', 2],
    ['cut', 0],
  ])('F23 T21: all obey what they cannot hear of, as the way to Redis %s of node %d', async (fault, place) => {
    const changes = await prepareChanges(bench)
    const way = bench.nodes[place].ways.redis
    way.fail(fault)
    try {
      await makeAll(changes)
      await obeyed(changes)
    } finally {
      way.heal()
    }
  })

  it.each<WayFault>(['cut', 'swallows'])(
    'F12 T21: all obey what they could not read, as the way to PostgreSQL %s',
    async (fault) => {
      const changes = await prepareChanges(bench)
      const way = bench.nodes[2].ways.postgres
      way.fail(fault)
      try {
        await makeAll(changes)
      } finally {
        way.heal()
      }
      await obeyed(changes)
    },
  )
})

it('T21: a node without Redis sees in PostgreSQL what another one changed', async () => {
  const { place, remove } = await openTestDatabase('postgres')
  const environment = { SLUICE_SECRET: 'shared by both nodes' }
  const [one, two] = [await startTestGateway({ place, environment }), await startTestGateway({ place, environment })]
  try {
    const root = await one.asRoot()
    await root.put('/api/option/', { key: 'Notice', value: 'from one' })
    await expect.poll(async () => (await two.visitor().get('/api/notice')).data, patience).toBe('from one')
  } finally {
    await Promise.all([one.close(), two.close()])
    await remove()
  }
})
