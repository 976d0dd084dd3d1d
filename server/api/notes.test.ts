import { describe, expect, it } from 'vitest'
import { roles } from '#contract/user.ts'
import { userPassword } from '#testing/gateway.ts'
import { addRelayChannel } from '#testing/relay-client.ts'
import { eachUserBench } from '#testing/user-bench.ts'

const idsOf = ({ data }: { data: { items: { id: number }[] } }) => data.items.map(({ id }) => id)

describe('a note', () => {
  eachUserBench(({ gateway, root, admin, manage }) => {
    const note = (id: number, text: string, by = admin()) => by.put('/api/user/', { id, note: text })

    it('on a user is shared by administrators, found by the search, and written into the audit log', async () => {
      const { userId: id } = await gateway().asUser('noted')
      expect((await note(id, ' Pays late.\nAsk Ann. ')).data.note).toBe('Pays late.\nAsk Ann.')
      expect((await root().get(`/api/user/${id}`)).data.note).toBe('Pays late.\nAsk Ann.')
      for (const keyword of ['PAYS LATE', 'ask ann']) {
        const found = await root().get(`/api/user/?${new URLSearchParams({ keyword })}`)
        expect([keyword, idsOf(found), found.data.total]).toEqual([keyword, [id], 1])
      }
      // Once each, by whatever it is found.
      await note(id, `noted, ${id}`)
      for (const keyword of ['noted', String(id)]) {
        expect(idsOf(await root().get(`/api/user/?keyword=${keyword}`)).filter((each) => each === id)).toEqual([id])
      }
      const [act] = (await root().get(`/api/audit/?target=user:${id}`)).data.items
      expect(JSON.parse(act.before)).toEqual({ note: 'Pays late.\nAsk Ann.' })
      expect(JSON.parse(act.after)).toEqual({ note: `noted, ${id}` })
      expect((await note(id, '')).data.note).toBe('')
    })

    it('on a user is never shown to himself, whatever rank he has', async () => {
      const user = await gateway().asUser('watched')
      await note(user.userId, 'suspicious fellow', root())
      expect((await admin().get('/api/user/?keyword=suspicious')).data.items[0].note).toBe('suspicious fellow')
      const own = await user.get('/api/user/self')
      expect(own.text).not.toContain('suspicious')
      expect(
        (await gateway().visitor().post('/api/user/login', { username: 'watched', password: userPassword })).text,
      ).not.toContain('suspicious')
      await manage(user.userId, 'promote')
      const promoted = await gateway().signIn('watched', userPassword)
      for (const path of [`/api/user/${user.userId}`, '/api/user/?keyword=watched', '/api/user/self']) {
        const answer = await promoted.get(path)
        expect([path, answer.success]).toEqual([path, true])
        expect(answer.text).not.toContain('suspicious')
      }
      expect((await promoted.get('/api/user/?keyword=suspicious')).data.total).toBe(0)
      expect((await root().get('/api/user/?keyword=suspicious')).data.total).toBe(1)
      for (const guess of ['suspicious fellow', 'x']) {
        expect((await note(user.userId, guess, promoted)).code).toBe('user_out_of_reach')
      }
      // His peers manage him no longer.
      expect((await admin().get('/api/user/?keyword=suspicious')).data.total).toBe(0)
      expect((await admin().get('/api/user/?keyword=watched')).text).not.toContain('suspicious')
    })

    it('on a user is bounded, and within the reach of whoever may manage him alone', async () => {
      const { userId: id } = await gateway().asUser('bounded')
      expect((await note(id, 'x'.repeat(501))).code).toBe('input_invalid')
      const peer = await gateway().asUser('noted-peer', roles.admin)
      expect((await note(peer.userId, 'x')).code).toBe('user_out_of_reach')
    })

    it('on a token belongs to its owner', async () => {
      const user = await gateway().asUser('owner')
      const { data: token } = await user.post('/api/token/', { name: 'ci', note: 'Runs the nightly build' })
      expect(token.note).toBe('Runs the nightly build')
      await user.post('/api/token/', { name: 'other' })
      expect(idsOf(await user.get('/api/token/?keyword=NIGHTLY'))).toEqual([token.id])
      expect((await user.put('/api/token/', { id: token.id, note: 'Unused' })).data).toMatchObject({
        name: 'ci',
        note: 'Unused',
      })
      expect((await user.put('/api/token/', { id: token.id, note: 'x'.repeat(501) })).code).toBe('input_invalid')
      expect((await root().get(`/api/user/${user.userId}/tokens`)).text).not.toContain('Unused')
    })

    it('on a channel is found by the search', async () => {
      const id = await addRelayChannel(root(), { baseUrl: 'http://127.0.0.1:9', models: 'one' })
      expect((await root().put('/api/channel/', { id, note: 'Contract ends in May' })).data.note).toBe(
        'Contract ends in May',
      )
      expect(idsOf(await root().get('/api/channel/?keyword=ends+in+may'))).toEqual([id])
      expect((await root().put('/api/channel/', { id, note: 'x'.repeat(501) })).success).toBe(false)
    })
  })
})
