import { describe, expect, it } from 'vitest'
import { userStatuses } from '#contract/user.ts'
import { eachDatabase } from '#testing/database.ts'
import { startTestGateway } from '#testing/gateway.ts'
import { createMovableClock } from '#testing/movable-clock.ts'
import { measureInTurns, median, trimmedMean } from '#testing/timing.ts'
import { updateUser } from '../db/users.ts'
import { createPasswords } from '../domain/people/passwords.ts'

const samples = 60

describe('a login that fails', () => {
  eachDatabase((_engine, _open, openPlace) => {
    it('T25: takes as long and says the same whether or not there is such an account', async () => {
      const clock = createMovableClock()
      // Heavy enough to be most of the call, as real ones are.
      const passwords = createPasswords({ cost: { logarithm: 10, blockSize: 8, parallelism: 1 } })
      const gateway = await startTestGateway({ place: (await openPlace()).place, clock, passwords })
      try {
        await gateway.asRoot()
        const change = async (name: string, changes: Parameters<typeof updateUser>[2]) => {
          const { userId } = await gateway.asUser(name)
          await updateUser(gateway.plane.database.query, userId, changes)
          gateway.plane.domain.identities.forgetUser(userId)
        }
        await gateway.asUser('known')
        await change('banned', { status: userStatuses.banned })
        await change('elsewhere', { password_hash: '' })
        const kinds = ['known', 'unknown', 'banned', 'elsewhere'] as const
        const told = new Set<string>()
        const times = await measureInTurns(kinds, samples, async (username) => {
          // An account has ten tries in a quarter of an hour.
          clock.pass(25)
          const { text } = await gateway.visitor().post('/api/user/login', { username, password: 'wrong' })
          told.add(text)
        })
        expect([...told]).toEqual([expect.stringContaining('credentials_wrong')])
        const usual = median(times.known)
        for (const kind of kinds) {
          const difference = trimmedMean(times[kind].map((time, round) => time - (times.known[round] ?? 0)))
          const said = `${kind}: ${difference.toFixed(3)} of ${usual.toFixed(3)} ms`
          expect(Math.abs(difference), said).toBeLessThan(10)
          // A hash that is not made would be half of the call.
          expect(Math.abs(difference), said).toBeLessThan(usual / 4)
        }
      } finally {
        await gateway.close()
      }
    })
  })
})
