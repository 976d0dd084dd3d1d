import { describe, expect, it } from 'vitest'
import { eachDatabase } from '#testing/database.ts'
import { startTestGateway } from '#testing/gateway.ts'
import type { Database } from '../db/database.ts'

const told = 'SQLITE_ERROR: no such column users.email in /var/lib/sluice/sluice.sqlite'

describe('mails and settings on a database that breaks in a way nobody foresaw', () => {
  eachDatabase((_engine, _open, openPlace) => {
    it('T50: say that something went wrong, and nothing of what', async () => {
      let isBroken = false
      const fail = () => {
        throw new Error(told)
      }
      const intercept = (database: Database): Database => ({
        ...database,
        query: database.query.withPlugin({
          transformQuery: ({ node }) => (isBroken ? fail() : node),
          transformResult: async ({ result }) => result,
        }),
        transaction: (work) => (isBroken ? Promise.reject(new Error(told)) : database.transaction(work)),
      })
      const gateway = await startTestGateway({ place: (await openPlace()).place, intercept })
      try {
        const root = await gateway.asRoot()
        for (const [key, value] of [
          ['SMTPServer', '127.0.0.1'],
          ['SMTPFrom', 'gate@example.com'],
        ] as const) {
          await root.put('/api/option/', { key, value })
        }
        const ann = await gateway.asUser('ann')
        await ann.get('/api/user/self')
        isBroken = true
        const visitor = gateway.visitor()
        const answers = [
          await visitor.get('/api/verification?email=a@example.com'),
          await visitor.get('/api/reset_password?email=b@example.com'),
          await visitor.post('/api/user/reset', { email: 'a@example.com', token: 'token' }),
          await ann.get('/api/oauth/email/bind?email=a@example.com&code=123456'),
          await ann.put('/api/user/setting', { notify_type: 'email' }),
        ]
        isBroken = false
        for (const { status, code, message, text, headers } of answers) {
          expect([status, code]).toEqual([500, 'internal'])
          expect(message).toContain(headers.get('x-request-id'))
          expect(text).not.toMatch(/SQLITE|users|sluice\.sqlite|\/var|\.ts/)
        }
      } finally {
        isBroken = false
        await gateway.close()
      }
    })
  })
})
