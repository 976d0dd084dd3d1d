import { beforeAll, describe, expect, it } from 'vitest'
import { eachGateway, rootPassword, type TestClient, userPassword } from '#testing/gateway.ts'
import { createMovableClock } from '#testing/movable-clock.ts'
import { makeFresh } from '#testing/session-proof.ts'
import { withTwoNodes } from '#testing/two-nodes.ts'

const tries = 1000
const atOnce = 25
const quarter = 15 * 60
const day = 24 * 60 * 60
const clock = createMovableClock()

let addresses = 0
/** One that nobody came from yet. */
const newAddress = () => {
  addresses += 1
  return `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`
}

const logIn = async (client: TestClient, username: string, password: string, address = newAddress()) => {
  const { status, code } = await client.post('/api/user/login', { username, password }, from(address))
  return `${status} ${code}`
}
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
const right = '200 undefined'

describe('passwords that are guessed', () => {
  eachGateway(
    (gateway) => {
      let root: TestClient
      beforeAll(async () => {
        root = await gateway().asRoot()
      })

      const guess = (username: string, password = 'wrong', address = newAddress()) =>
        logIn(gateway().visitor(), username, password, address)
      const answersTo = async (times: number, ask: () => Promise<string>) => {
        const answers: Record<string, number> = {}
        for (let first = 0; first < times; first += atOnce) {
          const length = Math.min(atOnce, times - first)
          for (const answer of await Promise.all(Array.from({ length }, ask))) {
            answers[answer] = (answers[answer] ?? 0) + 1
          }
        }
        return answers
      }

      it('T24: of a thousand tries at one account from as many addresses thirty are weighed, and its owner goes on', async () => {
        const owner = await gateway().asUser('target')
        const answers = await answersTo(tries, () => guess('target'))
        expect(answers).toEqual({ '200 credentials_wrong': 30, '200 login_locked': tries - 30 })
        expect(await guess('target', userPassword)).toBe('200 login_locked')
        expect(await logIn(owner, 'target', userPassword)).toBe(right)
        expect((await owner.get('/api/user/self')).status).toBe(200)
        clock.pass(quarter)
        expect(await guess('target', userPassword)).toBe(right)
      })

      it('T24: a thousand tries one after the other in the course of days are thirty in a quarter of an hour and 300 in a day', async () => {
        await gateway().asUser('patient')
        const pause = 120
        const weighed: number[] = []
        for (let number = 0; number < tries; number += 1) {
          if ((await guess('patient')) === '200 credentials_wrong') weighed.push(number * pause)
          clock.pass(pause)
        }
        for (const [most, within] of [
          [30, quarter],
          [300, day],
        ] as const) {
          for (const [place, time] of weighed.entries()) {
            const next = weighed[place + most]
            if (next !== undefined) expect(next - time).toBeGreaterThanOrEqual(within)
          }
        }
        expect(weighed.length).toBeLessThanOrEqual(((tries * pause) / day + 1) * 300)
      })

      it('T24: whoever guesses from one address waits longer and longer, and locks nobody out, not the super admin either', async () => {
        for (const [username, password] of [
          ['root', rootPassword],
          ['bert', userPassword],
        ] as const) {
          if (username === 'bert') await gateway().asUser(username)
          const address = newAddress()
          /** In minutes, after so many wrong tries. */
          const pauses: Record<number, number> = {}
          for (let wrong = 0; wrong <= 20; ) {
            const answer = await gateway()
              .visitor()
              .post('/api/user/login', { username, password: 'wrong' }, from(address))
            const pause = Number(/(\d+) (minutes?|分钟)/.exec(answer.message)?.[1] ?? 0)
            if (answer.code === 'credentials_wrong') wrong += 1
            else if (answer.status === 429) clock.pass(20 * 60)
            else pauses[wrong] ??= pause
            if (wrong === 20 && pause > 0) break
            clock.pass(pause * 60)
          }
          expect(pauses[5]).toBe(1)
          expect(pauses[10]).toBeGreaterThan(10)
          expect(pauses[20]).toBeGreaterThan(300)
          expect(await guess(username, password, address)).toBe('200 login_locked')
          expect(await guess(username, password)).toBe(right)
        }
      })

      it('T24: somebody at the same address locks out nobody who signed in from there before', async () => {
        const address = newAddress()
        const owner = await gateway().asUser('neighbour')
        const answers = await answersTo(50, () => guess('neighbour', 'wrong', address))
        expect(answers).toEqual({ '200 credentials_wrong': 5, '200 login_locked': 15, '429 too_many_requests': 30 })
        expect(await guess('neighbour', userPassword, address)).toBe('429 too_many_requests')
        expect(await logIn(owner, 'neighbour', userPassword, address)).toBe(right)
      })

      it('T24: a known device has ten wrong tries in a quarter of an hour, and takes nobody else’s', async () => {
        const owner = await gateway().asUser('stolen')
        const answers = await answersTo(tries / 10, () => logIn(owner, 'stolen', 'wrong'))
        expect(answers).toEqual({ '200 credentials_wrong': 10, '200 login_locked': 50, '429 too_many_requests': 40 })
        expect(await guess('stolen', userPassword)).toBe(right)
      })

      it('T24: a device is known to the accounts that signed in with it, until they are banned or get another password', async () => {
        root = await gateway().asRoot()
        const lock = (username: string) => answersTo(31, () => guess(username))
        const [anna, ben] = [await gateway().asUser('anna'), await gateway().asUser('ben')]
        await lock('anna')
        expect(await logIn(ben, 'anna', userPassword)).toBe('200 login_locked')
        expect(await logIn(anna, 'anna', userPassword)).toBe(right)
        await makeFresh(gateway(), root)
        await root.put('/api/user/', { id: anna.userId, password: 'another-password' })
        expect(await logIn(anna, 'anna', 'another-password')).toBe('200 login_locked')
        await lock('ben')
        for (const action of ['disable', 'enable']) await root.post('/api/user/manage', { id: ben.userId, action })
        expect(await logIn(ben, 'ben', userPassword)).toBe('200 login_locked')
      })

      it('T24: the addresses that one IPv6 customer has are one address', async () => {
        await gateway().asUser('six')
        const [near, far] = ['2001:db8:1:2', '2001:db8:1:3']
        let host = 0
        const answers = await answersTo(60, () => {
          host += 1
          return guess('six', 'wrong', `${near}:${host.toString(16)}::1`)
        })
        expect(answers).toEqual({ '200 credentials_wrong': 5, '200 login_locked': 15, '429 too_many_requests': 40 })
        expect(await guess('six', userPassword, `${far}::1`)).toBe(right)
      })

      it('T24: guesses at the current password are counted like those at a login, and others sign in meanwhile', async () => {
        const owner = await gateway().asUser('careless')
        const thief = Object.assign(gateway().visitor(), { userId: owner.userId })
        thief.cookie = owner.cookie.replace(/device=[^;]*;? ?/, '')
        const guessFrom = (client: TestClient) => async () => {
          const body = { password: 'another-password', original_password: 'wrong' }
          const { status, code } = await client.put('/api/user/self', body)
          return `${status} ${code}`
        }
        const stolen = answersTo(150, guessFrom(thief))
        expect(await guess('careless', userPassword)).toBe(right)
        expect(await stolen).toEqual({
          '200 password_current_wrong': 5,
          '200 login_locked': 15,
          '429 too_many_requests': 130,
        })
        expect(await answersTo(50, guessFrom(owner))).toEqual({
          '200 password_current_wrong': 10,
          '200 login_locked': 40,
        })
      })

      it('T25: a name that nobody has is locked like one that somebody has', async () => {
        for (const name of ['someone', 'someone2']) await gateway().asUser(name)
        const codes = async (username: string) => {
          const address = newAddress()
          const answers: string[] = []
          for (let time = 1; time <= 25; time += 1) answers.push(await guess(username, 'wrong', address))
          return answers
        }
        expect(await codes('nobody')).toEqual(await codes('someone'))
        expect(await answersTo(50, () => guess('nobody2'))).toEqual(await answersTo(50, () => guess('someone2')))
      })
    },
    undefined,
    clock,
  )

  withTwoNodes((nodes) => {
    it('T24: tries on several nodes count together, and a known device is known on all of them', async () => {
      const { one, two, on } = nodes()
      await one.asRoot()
      const owner = await one.asUser('shared')
      const told: string[] = []
      for (let time = 1; time <= 40; time += 1) {
        told.push(await logIn((time % 2 === 0 ? one : two).visitor(), 'shared', 'wrong'))
      }
      expect(told.filter((answer) => answer === '200 credentials_wrong')).toHaveLength(30)
      for (const node of [one, two]) {
        expect(await logIn(node.visitor(), 'shared', userPassword)).toBe('200 login_locked')
        expect(await logIn(on(node, owner), 'shared', userPassword)).toBe(right)
      }
    })
  })
})
