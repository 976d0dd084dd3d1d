import { beforeEach, describe, expect, it } from 'vitest'
import { createStillClock, type MovableClock } from '#testing/movable-clock.ts'
import { type ConversationPlaces, createConversationPlaces } from './conversation-places.ts'

const minute = 60

describe('the place of a conversation', () => {
  let clock: MovableClock
  let places: ConversationPlaces
  beforeEach(() => {
    clock = createStillClock()
    places = createConversationPlaces(clock)
  })

  it.each([
    ['an hour with most vendors', 14, 60],
    ['a day with one that keeps prompts for so long', 1, 24 * 60],
  ])('is known for as long as its prompt is kept: %s', (_title, type, minutes) => {
    places.answered(1, { id: 7, type }, 'a')
    clock.pass((minutes - 1) * minute)
    expect(places.find(1)).toMatchObject({ channel: 7, key: 'a' })
    places.answered(1, { id: 8, type }, 'b')
    clock.pass((minutes - 1) * minute)
    expect(places.find(1)).toMatchObject({ channel: 8, key: 'b' })
    clock.pass(2 * minute)
    expect(places.find(1)).toBeUndefined()
  })

  it('is not that of another whose digest looks like its own', () => {
    places.answered(5, { id: 7, type: 1 }, 'a')
    expect(places.find(5 + 2 ** 32)).toBeUndefined()
    places.answered(5 + 2 ** 32, { id: 8, type: 1 }, 'b')
    expect(places.find(5 + 2 ** 32)).toMatchObject({ channel: 8, key: 'b' })
    expect(places.find(5)?.channel).not.toBe(8)
  })

  it('is forgotten where a hundred thousand others came after it, and not where it goes on beside them', () => {
    places.answered(-1, { id: 7, type: 1 }, 'a')
    places.answered(-2, { id: 7, type: 1 }, 'a')
    for (let other = 0; other < 100_000; other += 1) {
      places.answered(other, { id: 8, type: 1 }, 'b')
      if (other % 10_000 === 0) places.answered(-2, { id: 7, type: 1 }, 'a')
    }
    expect(places.find(-1)).toBeUndefined()
    expect(places.find(-2)).toMatchObject({ channel: 7 })
    expect(places.find(99_999)).toMatchObject({ channel: 8 })
  })
})
