import { describe, expect, it } from 'vitest'
import { ApplicationError } from '#contract/errors.ts'
import { eachDatabase } from '#testing/database.ts'
import { startTestGateway, userPassword } from '#testing/gateway.ts'
import { createPasswords } from '../domain/people/passwords.ts'

const real = createPasswords({ cost: { logarithm: 4, blockSize: 8, parallelism: 1 } })

describe('a login whose password has to wait for its turn', () => {
  eachDatabase((_engine, _open, openPlace) => {
    it('is told when to come back when too many wait, and was no wrong try', async () => {
      let isBusy = false
      const verify: typeof real.verify = async (...asked) => {
        if (isBusy) throw new ApplicationError('passwords_busy', { seconds: 5 })
        return real.verify(...asked)
      }
      const gateway = await startTestGateway({ place: (await openPlace()).place, passwords: { ...real, verify } })
      try {
        await gateway.asUser('ann')
        const visitor = gateway.visitor()
        const logIn = () => visitor.post('/api/user/login', { username: 'ann', password: userPassword })
        isBusy = true
        for (let time = 1; time <= 12; time += 1) {
          const { status, code, headers } = await logIn()
          expect([status, code, headers.get('retry-after')]).toEqual([503, 'passwords_busy', '5'])
        }
        isBusy = false
        expect((await logIn()).success).toBe(true)
      } finally {
        await gateway.close()
      }
    })

    it('T21: is refused when the account got another password or a ban meanwhile', async () => {
      let meanwhile: () => Promise<unknown> = async () => {}
      const verify: typeof real.verify = async (...asked) => {
        const isRight = await real.verify(...asked)
        await meanwhile()
        return isRight
      }
      const gateway = await startTestGateway({ place: (await openPlace()).place, passwords: { ...real, verify } })
      try {
        const root = await gateway.asRoot()
        for (const [username, change] of [
          ['ann', (id: number) => root.put('/api/user/', { id, password: 'another-password' })],
          ['bob', (id: number) => root.post('/api/user/manage', { id, action: 'disable' })],
          ['eve', (id: number) => root.post('/api/user/manage', { id, action: 'delete' })],
        ] as const) {
          const { userId } = await gateway.asUser(username)
          meanwhile = () => change(userId)
          const answer = await gateway.visitor().post('/api/user/login', { username, password: userPassword })
          meanwhile = async () => {}
          expect([username, answer.code]).toEqual([username, 'credentials_wrong'])
        }
      } finally {
        await gateway.close()
      }
    })
  })
})
