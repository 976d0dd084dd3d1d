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
      it('T24: an address that the client claims changes nothing', async () => {
        await gateway().asRoot()
        const statuses: number[] = []
        for (let index = 0; index < 25; index += 1) {
          // Every visitor claims another address in X-Forwarded-For.
          const answer = await gateway()
            .visitor()
            .post('/api/user/login', { username: `u${index}`, password: 'wrong' })
          statuses.push(answer.status)
        }
        expect(statuses.at(-1)).toBe(429)
        expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(20)
      })
    },
    { TRUSTED_PROXIES: '' },
  )
})
