import { describe, expect, it } from 'vitest'
import { eachGateway } from '#testing/gateway.ts'

describe('behind a name that is reached over TLS', () => {
  eachGateway(
    (gateway) => {
      it('the cookie needs TLS, and browsers must come back over it', async () => {
        await gateway().asRoot()
        await gateway().asUser('ada')
        const login = await gateway().visitor().post('/api/user/login', { username: 'ada', password: 'user-password' })
        expect(login.headers.getSetCookie()[0]).toMatch(/; Secure$/)
        for (const path of ['/api/status', '/healthz', '/nowhere.txt']) {
          const { headers } = await gateway().visitor().get(path)
          expect([path, headers.get('strict-transport-security')]).toEqual([path, 'max-age=31536000'])
        }
      })

      it('its own pages may change things by either name', async () => {
        const headers = { origin: 'https://ai.example.com' }
        const answer = await gateway().visitor().post('/api/user/login', {}, { headers })
        expect(answer.code).toBe('credentials_missing')
      })
    },
    { PUBLIC_URL: 'https://ai.example.com/' },
  )
})

describe('with no trusted proxy', () => {
  eachGateway(
    (gateway) => {
      it('T24: of a thousand tries at one account from one place twenty are answered, whatever addresses the client claims', async () => {
        await gateway().asRoot()
        await gateway().asUser('target')
        const told = new Map<string, number>()
        for (let round = 0; round < 40; round += 1) {
          // Every visitor claims another address in X-Forwarded-For.
          const guess = () => gateway().visitor().post('/api/user/login', { username: 'target', password: 'wrong' })
          for (const { status, code } of await Promise.all(Array.from({ length: 25 }, guess))) {
            told.set(`${status} ${code}`, (told.get(`${status} ${code}`) ?? 0) + 1)
          }
        }
        // Two logins came from the same place.
        expect(Object.fromEntries(told)).toEqual({
          '200 credentials_wrong': 5,
          '200 login_locked': 13,
          '429 too_many_requests': 982,
        })
      })
    },
    { TRUSTED_PROXIES: '' },
  )
})
