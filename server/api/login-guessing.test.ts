import { beforeAll, describe, expect, it } from 'vitest'
import { eachGateway, userPassword } from '#testing/gateway.ts'
import { createMovableClock } from '#testing/movable-clock.ts'

const tries = 1000
const atOnce = 25
const clock = createMovableClock()

describe('passwords that are guessed', () => {
  eachGateway(
    (gateway) => {
      beforeAll(async () => {
        await gateway().asRoot()
        await gateway().asUser('target')
      })

      let guesses = 0
      /** Each from an address that nobody came from yet. */
      const guess = async (username: string, password = 'wrong') => {
        guesses += 1
        const headers = { 'x-forwarded-for': `10.${guesses >> 16}.${(guesses >> 8) & 255}.${guesses & 255}` }
        const { status, code } = await gateway().visitor().post('/api/user/login', { username, password }, { headers })
        return `${status} ${code}`
      }

      it('T24: of a thousand tries at one account from as many addresses ten are weighed, and its owner waits too', async () => {
        const told = new Map<string, number>()
        for (let first = 0; first < tries; first += atOnce) {
          for (const answer of await Promise.all(Array.from({ length: atOnce }, () => guess('target')))) {
            told.set(answer, (told.get(answer) ?? 0) + 1)
          }
        }
        expect(Object.fromEntries(told)).toEqual({ '200 credentials_wrong': 10, '200 login_locked': tries - 10 })
        expect(await guess('target', userPassword)).toBe('200 login_locked')
        clock.pass(15 * 60)
        expect(await guess('target', userPassword)).toBe('200 undefined')
      })

      it('T24: a thousand tries one after the other in the course of hours are ten in each quarter of an hour', async () => {
        const weighed: number[] = []
        for (let number = 0; number < tries; number += 1) {
          if ((await guess('target')) === '200 credentials_wrong') weighed.push(number)
          clock.pass(15)
        }
        expect(weighed.length).toBeLessThanOrEqual(((tries * 15) / (15 * 60)) * 10 + 10)
        for (const [place, number] of weighed.entries()) {
          const eleventh = weighed[place + 10]
          if (eleventh !== undefined) expect((eleventh - number) * 15).toBeGreaterThanOrEqual(15 * 60)
        }
      })
    },
    undefined,
    clock,
  )
})
