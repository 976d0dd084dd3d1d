import { beforeAll, describe, expect, it } from 'vitest'
import { roles } from '#contract/user.ts'
import { eachGateway, type TestClient, userPassword } from '#testing/gateway.ts'
import { createMovableClock } from '#testing/movable-clock.ts'
import { listAudit } from '../db/audit.ts'

const clock = createMovableClock()

describe('what is written down of who wanted in, and of who saw a key', () => {
  eachGateway(
    (gateway) => {
      let root: TestClient
      beforeAll(async () => {
        root = await gateway().asRoot()
      })

      const rows = async (action: string) =>
        (await listAudit(gateway().plane.database.query, { page: 1, pageSize: 1000 }, { action })).items
      const nextSpan = async () => {
        clock.pass(601)
        await gateway().plane.failedSignins.rollUp()
      }

      it('a sign-in that fails leaves a row, by whatever way and whoever asks', async () => {
        const user = await gateway().asUser('target')
        await nextSpan()
        const before = (await rows('signin.fail')).length
        const stranger = () => gateway().visitor()
        const target = `user:${user.userId}`
        const attempts: [string, string, () => Promise<{ success: boolean }>][] = [
          [
            'credentials_wrong',
            target,
            () => stranger().post('/api/user/login', { username: 'target', password: 'x' }),
          ],
          [
            'credentials_wrong',
            'unknown',
            () => stranger().post('/api/user/login', { username: 'none', password: 'x' }),
          ],
          [
            'reset_link_wrong',
            'unknown',
            () => stranger().post('/api/user/reset', { email: 'a@x.example', token: 'x' }),
          ],
          ['signin_state_wrong', 'unknown', () => stranger().get('/api/oauth/github?code=1&state=x')],
          ['password_current_wrong', target, () => user.post('/api/user/proof', { password: 'x' })],
          [
            'password_current_wrong',
            target,
            () => user.put('/api/user/self', { password: 'quite-another-word', original_password: 'x' }),
          ],
        ]
        for (const [index, [reason, who, attempt]] of attempts.entries()) {
          expect((await attempt()).success).toBe(false)
          await expect.poll(async () => (await rows('signin.fail')).length).toBe(before + index + 1)
          const [row] = await rows('signin.fail')
          expect([row?.target, JSON.parse(row?.after ?? '').reason]).toEqual([who, reason])
          expect(row?.address).toMatch(/^198\.18\./)
        }
      })

      it('T48: what was typed for a name is in none of them: it may have been the password', async () => {
        await nextSpan()
        const before = (await rows('signin.fail')).length
        await gateway().visitor().post('/api/user/login', { username: 'my-very-own-secret', password: 'and-another' })
        await expect.poll(async () => (await rows('signin.fail')).length).toBe(before + 1)
        expect(JSON.stringify(await rows(''))).not.toMatch(/my-very-own-secret|and-another/)
      })

      it('a flood of them takes a bounded number of rows, and its number is written down', async () => {
        await nextSpan()
        const before = (await rows('signin.fail')).length
        const guesses = Array.from({ length: 200 }, (_, index) => index)
        for (const index of guesses) {
          await gateway()
            .visitor()
            .post('/api/user/login', { username: `guess${index}`, password: 'x' })
        }
        await expect.poll(async () => (await rows('signin.fail')).length).toBe(before + 50)
        await nextSpan()
        const [sum] = await rows('signin.fail')
        expect(JSON.parse(sum?.after ?? '')).toEqual({ again: 150 })
        expect(await rows('signin.fail')).toHaveLength(before + 51)
      })

      it('a sign-in that works leaves none', async () => {
        await nextSpan()
        const before = await rows('signin.fail')
        await gateway().signIn('target', userPassword)
        expect(await rows('signin.fail')).toEqual(before)
      })

      it('whoever reads a channel with its keys in clear leaves a row, and lists leave none', async () => {
        const admin = await gateway().asUser('reader', roles.admin)
        const { data } = await root.post('/api/channel/', { name: 'vendor', key: 'sk-very-secret', models: 'm' })
        expect((await admin.get('/api/channel/')).text).not.toContain('sk-very-secret')
        expect((await admin.get(`/api/channel/${data.id}?keyless=true`)).text).not.toContain('sk-very-secret')
        expect(await rows('channel.read')).toEqual([])
        expect((await admin.get(`/api/channel/${data.id}`)).data.key).toBe('sk-very-secret')
        const [row] = await rows('channel.read')
        expect(row).toMatchObject({ actor_name: 'reader', target: `channel:${data.id}` })
        expect(JSON.stringify(row)).not.toContain('sk-very-secret')
      })
    },
    undefined,
    clock,
  )
})
