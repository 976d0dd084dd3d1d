import { beforeAll, describe, expect, it, vi } from 'vitest'
import {
  CachedPrompts,
  type ChoosingNode,
  callerOf,
  chatCall,
  openChoosingNode,
  type PlannedChannel,
} from '#testing/cached-prompts.ts'
import { oneDatabase } from '#testing/database.ts'
import { createStillClock } from '#testing/movable-clock.ts'
import { openTestOptions } from '#testing/options.ts'
import { createRandom } from '#testing/seeded-random.ts'
import type { Options } from '../domain/options.ts'
import type { Call } from './call.ts'

const oneKey: PlannedChannel[] = [{ id: 1, keys: ['only'] }]
const fourOfThree: PlannedChannel[] = [1, 2, 3, 4].map((id) => ({ id, keys: [`${id}a`, `${id}b`, `${id}c`] }))

const conversations = 60
const turnsOfEach = 20

type Named = (conversation: number) => Call['headers']
const byBeginning: Named = () => ({})
const byHeader: Named = (conversation) => ({ 'x-session-id': `session ${conversation}` })

oneDatabase((_engine, open) => {
  let options: Options
  beforeAll(async () => {
    options = await openTestOptions(await open())
  })

  /** Agents at work side by side, whose turns come in any order and to any node. */
  const simulate = async (
    channels: readonly PlannedChannel[],
    { nodeCount = 1, named = byBeginning, halfway = () => {} }: Simulated = {},
  ) => {
    const clock = createStillClock()
    const random = createRandom(7)
    const upstreams = new CachedPrompts(clock)
    const nodes: ChoosingNode[] = []
    for (let node = 0; node < nodeCount; node += 1) nodes.push(await openChoosingNode({ options, clock }, channels))
    const histories = Array.from({ length: conversations }, () => 0)
    const places = Array.from({ length: conversations }, () => new Set<string>())
    for (let call = 0; call < conversations * turnsOfEach; call += 1) {
      if (call === (conversations * turnsOfEach) / 2) halfway(upstreams)
      const conversation = Math.floor(random() * conversations)
      const node = nodes[Math.floor(random() * nodeCount)]
      const turn = histories[conversation] ?? 0
      histories[conversation] = turn + 1
      clock.pass(0.5 + random())
      if (node === undefined) continue
      const place = await upstreams.call(node, callerOf(conversation % 5), turnOf(conversation, turn, named), {
        conversation: String(conversation),
        tokens: 6000 + 1500 * turn,
      })
      places[conversation]?.add(place)
    }
    return { upstreams, places }
  }

  describe.each([
    ['its beginning', byBeginning],
    ['its name', byHeader],
  ])('a conversation that is known by %s', (_title, named) => {
    let alone: number
    beforeAll(async () => {
      alone = (await simulate(oneKey)).upstreams.share()
      expect(alone).toBeGreaterThan(0.8)
    })

    it.each([1, 3])(
      'reads as much from the cache over four channels of three keys as over one key, on %i nodes',
      async (nodeCount) => {
        const { upstreams, places } = await simulate(fourOfThree, { nodeCount, named })
        expect(upstreams.share()).toBeGreaterThanOrEqual(0.95 * alone)
        expect(places.filter(({ size }) => size > 1)).toEqual([])
        expect(new Set(places.flatMap((each) => [...each])).size).toBe(12)
      },
    )

    it.each([1, 3])(
      'loses little of it when a channel dies, on %i nodes: only what was there moves, once',
      async (nodeCount) => {
        const { upstreams, places } = await simulate(fourOfThree, {
          nodeCount,
          named,
          halfway: ({ dead }) => dead.add(2),
        })
        expect(upstreams.share()).toBeGreaterThanOrEqual(0.9 * alone)
        expect(places.filter(({ size }) => size > 2)).toEqual([])
        const moved = places.filter(({ size }) => size === 2)
        expect(moved.length).toBeGreaterThan(0)
        for (const each of moved) expect([...each][0]).toMatch(/^2 /)
      },
    )
  })

  it('stays where it moved to when its channel comes back', async () => {
    const clock = createStillClock()
    const upstreams = new CachedPrompts(clock)
    const node = await openChoosingNode({ options, clock }, fourOfThree)
    const place = (conversation: number, turn: number) =>
      upstreams.call(node, callerOf(1), turnOf(conversation, turn, byBeginning), { conversation: '', tokens: 1 })
    const first = await Promise.all(Array.from({ length: 40 }, (_, conversation) => place(conversation, 0)))
    upstreams.dead.add(3)
    const during: string[] = []
    for (const conversation of first.keys()) {
      clock.pass(3)
      during.push(await place(conversation, 1))
    }
    upstreams.dead.clear()
    clock.pass(60)
    const after: string[] = []
    for (const conversation of first.keys()) after.push(await place(conversation, 2))
    expect(after).toEqual(during)
    expect(during.filter((each, at) => each !== first[at]).length).toBe(
      first.filter((each) => each.startsWith('3 ')).length,
    )
    // And those that begin now are given to it again.
    const fresh = await Promise.all(Array.from({ length: 40 }, (_, conversation) => place(100 + conversation, 0)))
    expect(fresh.some((each) => each.startsWith('3 '))).toBe(true)
  })

  it('moves to another key of its channel when its own rests, and only that one does', async () => {
    const clock = createStillClock()
    const upstreams = new CachedPrompts(clock)
    const node = await openChoosingNode({ options, clock }, [{ id: 1, keys: ['a', 'b', 'c'] }])
    const place = (conversation: number) =>
      upstreams.call(node, callerOf(1), turnOf(conversation, 1, byBeginning), { conversation: '', tokens: 1 })
    const all = async () => {
      const places: string[] = []
      for (let conversation = 0; conversation < 30; conversation += 1) places.push(await place(conversation))
      return places
    }
    const before = await all()
    const channel = node.pool.find(1)
    if (channel === undefined) throw new TypeError('the channel is gone')
    node.keys.bench(channel, 'b', { reason: 'a limit', forMs: 5_000, isLimit: true })
    const during = await all()
    expect(new Set(during)).toEqual(new Set(['1 a', '1 c']))
    for (const [at, each] of before.entries()) if (each !== '1 b') expect(during[at]).toBe(each)
    clock.pass(10)
    expect(await all()).toEqual(during)
  })

  it('goes by weight where it is new, and so does a call without a conversation, within three percent', async () => {
    const [clock, calls] = [createStillClock(), 8_000]
    const random = vi.spyOn(Math, 'random').mockImplementation(createRandom(3))
    const weighted = [1, 2, 3, 4].map((id) => ({ id, keys: ['a'], weight: id * 10 }))
    const shares = async (callOf: (at: number) => Call) => {
      const upstreams = new CachedPrompts(clock)
      const node = await openChoosingNode({ options, clock }, weighted)
      for (let at = 0; at < calls; at += 1) {
        await upstreams.call(node, callerOf(1), callOf(at), { conversation: '', tokens: 1 })
      }
      return weighted.map(({ id }) => (upstreams.answered.get(id) ?? 0) / calls)
    }
    const short = chatCall([{ role: 'user', content: 'The same short question.' }])
    for (const found of [await shares(() => short), await shares((at) => turnOf(at, 1, byBeginning))]) {
      for (const [at, share] of found.entries()) expect(Math.abs(share - (at + 1) / 10)).toBeLessThan(0.015)
    }
    random.mockRestore()
  })

  it('does not keep a conversation from the highest priority', async () => {
    const clock = createStillClock()
    const upstreams = new CachedPrompts(clock)
    const node = await openChoosingNode({ options, clock }, [
      { id: 1, keys: ['a'], priority: 5 },
      { id: 2, keys: ['b'] },
    ])
    const place = (turn: number) =>
      upstreams.call(node, callerOf(1), turnOf(1, turn, byBeginning), { conversation: '', tokens: 1 })
    upstreams.dead.add(1)
    expect(await place(0)).toBe('2 b')
    upstreams.dead.clear()
    expect(await place(1)).toBe('1 a')
  })
})

type Simulated = { nodeCount?: number; named?: Named; halfway?: (upstreams: CachedPrompts) => void }

/** Each turn of an agent brings all those before it. */
const turnOf = (conversation: number, turn: number, named: Named): Call =>
  chatCall(
    [
      { role: 'system', content: rules },
      { role: 'user', content: `Task ${conversation}: mend it.` },
      ...Array.from({ length: turn }, (_, at) => [
        { role: 'assistant', content: `Step ${at}.` },
        { role: 'user', content: `Go on with ${at}.` },
      ]).flat(),
    ],
    named(conversation),
  )

const rules = 'Read before you write. '.repeat(250)
