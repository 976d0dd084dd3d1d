import { describe, expect, it } from 'vitest'
import { eachRealtimeBench, realtimeCost } from '#testing/realtime-bench.ts'
import { addRelayToken } from '#testing/relay-client.ts'

eachRealtimeBench(({ gateway, clock, upstream, root, open, rows, newRows }) => {
  describe('the end of a session', () => {
    it.each([
      ['close-4321', 4321],
      ['close-1000', 1000],
    ])('carries the code of an upstream: %s', async (model, code) => {
      const client = await open(model)
      client.send({ type: 'response.create' })
      expect(await client.closed).toEqual({ code, reason: 'as told' })
    })

    it('carries the code of the client', async () => {
      const client = await open('plain')
      client.socket.close(4001, 'bye')
      await client.closed
      await expect.poll(() => upstream().closes.at(-1)).toBe(4001)
    })

    it('tells of an upstream that broke off, and charges what it said', async () => {
      const before = (await rows()).length
      const client = await open('cut')
      client.send({ type: 'response.create' })
      expect((await client.next('error')).error.code).toBe('upstream_unreachable')
      expect((await client.closed).code).toBe(1011)
      const [row] = await newRows(before, 1)
      expect(JSON.parse(row.other)).toMatchObject({ estimated: true, stream_error: 'upstream_error' })
    })

    it('lets the upstream go when the client is gone, and charges what was said', async () => {
      const before = (await rows()).length
      const client = await open('endless')
      client.send({ type: 'response.create' })
      await client.next('response.output_text.delta')
      client.socket.terminate()
      const [row] = await newRows(before, 1)
      expect(JSON.parse(row.other)).toMatchObject({ estimated: true, stream_error: 'client_gone' })
      await expect.poll(upstream().open).toBe(0)
    })

    it('comes when the balance runs out, with an error, and costs no more than there was', async () => {
      const own = await addRelayToken(root(), { unlimited_quota: false, remain_quota: 60 })
      const client = await open('endless', own.key)
      client.send({ type: 'response.create' })
      expect((await client.next('error')).error).toMatchObject({ type: 'insufficient_quota' })
      expect((await client.closed).code).toBe(4003)
      await expect.poll(upstream().open).toBe(0)
      await gateway().plane.domain.ledger.drain()
      const { remain_quota } = (await root().get(`/api/token/${own.id}`)).data
      expect(remain_quota).toBeGreaterThanOrEqual(0)
      expect(remain_quota).toBeLessThan(20)
    })

    it('comes after the response that leaves too little for the next', async () => {
      const own = await addRelayToken(root(), { unlimited_quota: false, remain_quota: realtimeCost + 5 })
      const client = await open('plain', own.key)
      client.send({ type: 'response.create' })
      await client.next('response.done')
      expect((await client.next('error')).error.type).toBe('insufficient_quota')
      expect((await client.closed).code).toBe(4003)
      await gateway().plane.domain.ledger.drain()
      expect((await root().get(`/api/token/${own.id}`)).data.remain_quota).toBe(5)
    })

    it('T21: comes soon after the key was disabled or its owner banned', async () => {
      const own = await addRelayToken(root())
      const member = await gateway().asUser('speaker')
      await gateway().plane.domain.ledger.credit({
        ref: `test:${member.userId}`,
        userId: member.userId,
        kind: 'gift',
        amount: 100_000,
        operatorId: 1,
      })
      const theirs = await addRelayToken(member)
      const clients = [await open('plain', own.key), await open('plain', theirs.key)]
      await root().put('/api/token/?status_only=true', { id: own.id, status: 2 })
      await root().post('/api/user/manage', { id: member.userId, action: 'disable' })
      for (const client of clients) {
        expect((await client.closed).code).toBe(1008)
        expect(client.events.at(-1)).toMatchObject({ type: 'error' })
      }
    })

    it('comes after a long silence, and after the longest time', async () => {
      const silent = await open('plain')
      clock.pass(16 * 60)
      expect((await silent.next('error')).error.code).toBe('realtime_idle')
      expect((await silent.closed).code).toBe(4008)
      const long = await open('plain')
      for (let minutes = 0; minutes < 61; minutes += 10) {
        clock.pass(10 * 60)
        if (long.socket.readyState !== long.socket.OPEN) break
        long.send({ type: 'session.update', session: {} })
        await Promise.race([long.next('session.updated'), long.closed])
      }
      expect((await long.closed).code).toBe(4008)
      expect(long.events.at(-1).error.code).toBe('realtime_too_long')
    })

    it('comes when a message is larger than any may be', async () => {
      const client = await open('plain')
      client.send({ type: 'input_audio_buffer.append', audio: 'a'.repeat(33 * 1024 * 1024) })
      expect((await client.closed).code).toBe(1009)
      await expect.poll(upstream().open).toBe(0)
    })
  })
})
