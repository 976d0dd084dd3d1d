import { beforeEach, describe, expect, it } from 'vitest'
import { createStillClock, type MovableClock } from '#testing/movable-clock.ts'
import { textDigest } from '../../lib/text-digest.ts'
import { type ChannelKeys, createChannelKeys } from './channel-keys.ts'

const limit = { reason: '429', isLimit: true }
const guess = { ...limit, isGuess: true }
const three = { id: 1, keys: ['a', 'b', 'c'] }

let clock: MovableClock
let keys: ChannelKeys
beforeEach(() => {
  clock = createStillClock()
  keys = createChannelKeys(clock)
})

const taken = (count: number, channel = three) => Array.from({ length: count }, () => keys.next(channel)).join('')

describe('keys', () => {
  it('are taken in turn, and one that is left out comes again when its time is over', () => {
    expect(taken(4)).toBe('abca')
    keys.bench(three, 'b', { ...limit, forMs: 5000 })
    clock.pass(4.999)
    expect(taken(3)).toBe('cac')
    clock.pass(0.001)
    expect(taken(3)).toBe('abc')
  })

  it('of one channel are left out of no other, and what is no key of it is not left out', () => {
    const other = { id: 2, keys: ['a', 'b'] }
    keys.bench(three, 'a', { ...limit, forMs: 5000 })
    keys.bench(other, 'c', { ...limit, forMs: 5000 })
    expect([taken(4), taken(4, other)]).toEqual(['bcbc', 'abab'])
    expect(keys.benched(other)).toEqual([])
  })

  it('that are the only ones are used however often they failed', () => {
    const one = { id: 3, keys: ['a'] }
    keys.bench(one, 'a', { ...limit, forMs: 5000 })
    expect([keys.next(one), keys.next({ id: 4, keys: [] })]).toEqual(['a', ''])
    expect([keys.allBenched(one), keys.allBenched({ id: 4, keys: [] })]).toEqual([true, false])
  })

  it('are used again when somebody wishes it: those that are meant, or all of a channel', () => {
    for (const key of three.keys) keys.bench(three, key, { ...limit, forMs: 5000 })
    keys.wake(1, (key) => key === 'b')
    expect([taken(2), keys.allBenched(three)]).toEqual(['bb', false])
    keys.forget(1)
    expect([taken(4), keys.benched(three)]).toEqual(['abca', []])
  })
})

describe('where all keys of a channel are left out', () => {
  it('one that is left out for a guessed time may be asked, that whose time ends first', () => {
    keys.bench(three, 'a', { ...guess, forMs: 9000 })
    keys.bench(three, 'b', { ...guess, forMs: 7000 })
    expect(keys.allBenched(three)).toBe(false)
    keys.bench(three, 'c', { ...limit, forMs: 1000 })
    expect([keys.allBenched(three), keys.mayBeAsked(three), taken(2)]).toEqual([true, true, 'bb'])
    keys.bench(three, 'a', { ...guess, forMs: 6000 })
    expect(taken(2)).toBe('aa')
    clock.pass(1)
    expect(taken(2)).toBe('cc')
  })

  it('nobody asks one that is out for a told time, or for no limit, and its channel rests until the first is free', () => {
    expect([keys.mayBeAsked(three), keys.rest(three)]).toEqual([true, undefined])
    keys.bench(three, 'a', { ...limit, forMs: 9000 })
    keys.bench(three, 'b', { ...limit, forMs: 1500 })
    expect(keys.rest(three)).toBeUndefined()
    keys.bench(three, 'c', { ...limit, forMs: 4000 })
    expect([keys.mayBeAsked(three), taken(2)]).toEqual([false, 'aa'])
    expect(keys.rest(three)).toEqual({ seconds: 2, isLimit: true })
    clock.pass(1.4)
    expect(keys.rest(three)).toEqual({ seconds: 1, isLimit: true })
    keys.bench(three, 'b', { reason: 'refused', forMs: 3000, isGuess: true })
    expect([keys.mayBeAsked(three), keys.rest(three)]).toEqual([false, { seconds: 3, isLimit: false }])
    clock.pass(2.6)
    expect(keys.rest(three)).toBeUndefined()
  })

  it('it is told why, since when and until when, in the order of the keys', () => {
    expect(keys.benched(three)).toEqual([])
    const began = clock.now()
    keys.bench(three, 'c', { reason: 'refused', forMs: 2000 })
    clock.pass(1)
    keys.bench(three, 'a', { ...limit, forMs: 3000 })
    clock.jump(3600)
    const now = clock.now()
    const limited = { key: 'a', reason: '429', at: began + 1000, until: now + 3000 }
    expect(keys.benched(three)).toEqual([limited, { key: 'c', reason: 'refused', at: began, until: now + 1000 }])
    clock.pass(1)
    expect(keys.benched(three)).toEqual([{ ...limited, until: now + 3000 }])
  })
})

describe('a conversation', () => {
  const conversations = Array.from({ length: 60 }, (_, each) => textDigest([`conversation ${each}`]))
  const places = (channel = three, from = keys) =>
    conversations.map((digest) => from.next(channel, { digest, last: undefined }))

  it('finds its key on every node, and conversations are spread over all of them', () => {
    const found = places()
    expect(places(three, createChannelKeys(clock))).toEqual(found)
    for (const key of three.keys) expect(found.filter((each) => each === key).length).toBeGreaterThan(10)
  })

  it('moves only where its key goes or rests, and takes no turn of others', () => {
    const before = places()
    const staying = (after: string[], gone: string) => before.every((each, at) => each === gone || after[at] === each)
    expect(staying(places({ id: 1, keys: ['a', 'c'] }), 'b')).toBe(true)
    expect(places({ id: 1, keys: ['x', ...three.keys] }).every((each, at) => each === 'x' || before[at] === each)).toBe(
      true,
    )
    keys.bench(three, 'b', { ...limit, forMs: 5000 })
    const during = places()
    expect([staying(during, 'b'), during.includes('b')]).toEqual([true, false])
    expect(taken(2)).toBe('ac')
  })

  it('has the key that answered it last, while that is one of its channel and does not rest', () => {
    const [digest = 0] = conversations
    const [own = ''] = places()
    const other = three.keys.find((key) => key !== own) ?? ''
    const next = (key: string, channel = 1) => keys.next(three, { digest, last: { channel, key } })
    expect([next(other), next(other, 2), next('gone')]).toEqual([other, own, own])
    keys.bench(three, other, { ...limit, forMs: 5000 })
    expect(next(other)).toBe(own)
  })

  it('asks the one that may be asked where all of them rest', () => {
    const next = () => keys.next(three, { digest: conversations[0] ?? 0, last: undefined })
    for (const key of three.keys) keys.bench(three, key, { ...limit, forMs: 5000 })
    expect(next()).toBe('a')
    keys.bench(three, 'c', { ...guess, forMs: 5000 })
    expect(next()).toBe('c')
  })
})
