import { describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { eachLiveBench, liveCost } from '#testing/live-bench.ts'
import { isTurnOver } from '#testing/live-client.ts'
import { addRelayToken } from '#testing/relay-client.ts'

eachLiveBench(({ gateway, clock, upstream, root, key, open, rows, newRows, set }) => {
  const address = () =>
    `${gateway().url.replace(/^http/, 'ws')}/ws/google.ai.generativelanguage.v1beta.GenerativeService`
  /** A socket without the official client above it. */
  const dial = (said: string[]): Promise<{ code: number; reason: string }> =>
    new Promise((resolve, reject) => {
      const socket = new WebSocket(`${address()}.BidiGenerateContent?key=${key()}`)
      socket.once('open', () => {
        for (const each of said) socket.send(each)
      })
      socket.once('close', (code, reason) => resolve({ code, reason: reason.toString() }))
      socket.once('error', reject)
    })

  describe('the end of a live session', () => {
    it.each([
      ['close-1008', 1008],
      ['close-1000', 1000],
    ])('carries the code and the reason of an upstream: %s', async (model, code) => {
      const client = await open(model)
      client.session.sendClientContent({ turns: 'Hi' })
      expect(await client.closed).toMatchObject({ code, reason: expect.stringContaining('as told') })
    })

    it('hides the words of an upstream where the operator wants that', async () => {
      await set({ 'global.hide_upstream_error_enabled': 'true' })
      const client = await open('close-1008')
      client.session.sendClientContent({ turns: 'Hi' })
      expect((await client.closed).reason).not.toContain('as told')
      await set({ 'global.hide_upstream_error_enabled': 'false' })
    })

    it('tells of an upstream that broke off, and charges once what it said', async () => {
      const before = (await rows()).length
      const client = await open('cut')
      client.session.sendClientContent({ turns: 'Hi' })
      expect((await client.closed).code).toBe(1011)
      const [row] = await newRows(before, 1)
      expect(JSON.parse(row.other)).toMatchObject({ estimated: true, stream_error: 'upstream_error', audio_output: 10 })
    })

    it('lets the upstream go when the client is gone, and charges once what was said', async () => {
      const before = (await rows()).length
      const client = await open('endless')
      client.session.sendClientContent({ turns: 'Talk.' })
      await client.next((message) => message.data)
      client.session.close()
      const [row] = await newRows(before, 1)
      expect(JSON.parse(row.other)).toMatchObject({ estimated: true, stream_error: 'client_gone' })
      await expect.poll(upstream().open).toBe(0)
    })

    it('comes when the balance runs out, and costs no more than there was', async () => {
      const own = await addRelayToken(root(), { unlimited_quota: false, remain_quota: 200 })
      const client = await open('endless', { key: own.key })
      client.session.sendClientContent({ turns: 'Talk.' })
      expect(await client.closed).toMatchObject({ code: 1008, reason: expect.stringContaining('quota') })
      await expect.poll(upstream().open).toBe(0)
      await gateway().plane.domain.ledger.drain()
      const { remain_quota } = (await root().get(`/api/token/${own.id}`)).data
      expect(remain_quota).toBeGreaterThanOrEqual(0)
      expect(remain_quota).toBeLessThan(60)
    })

    it('comes after the turn that leaves too little for the next', async () => {
      const own = await addRelayToken(root(), { unlimited_quota: false, remain_quota: liveCost + 5 })
      const client = await open('plain', { key: own.key })
      client.session.sendClientContent({ turns: 'Hi' })
      await client.next(isTurnOver)
      expect((await client.closed).code).toBe(1008)
      await gateway().plane.domain.ledger.drain()
      expect((await root().get(`/api/token/${own.id}`)).data.remain_quota).toBe(5)
    })

    it('T21: comes soon after the key was disabled or taken back', async () => {
      const [disabled, removed] = [await addRelayToken(root()), await addRelayToken(root())]
      const clients = [await open('plain', { key: disabled.key }), await open('plain', { key: removed.key })]
      await root().put('/api/token/?status_only=true', { id: disabled.id, status: 2 })
      await root().remove(`/api/token/${removed.id}`)
      for (const client of clients) {
        expect(await client.closed).toMatchObject({ code: 1008, reason: expect.stringContaining('API token') })
      }
    })

    it('comes after a long silence', async () => {
      const silent = await open('plain')
      clock.pass(16 * 60)
      expect(await silent.closed).toMatchObject({ code: 1011, reason: expect.stringContaining('idle') })
    })

    it('counts turn by turn where calls are limited', async () => {
      await set({
        ModelRequestRateLimitCount: '2',
        ModelRequestRateLimitSuccessCount: '100',
        ModelRequestRateLimitDurationMinutes: '5',
      })
      await set({ ModelRequestRateLimitEnabled: 'true' })
      const client = await open('plain')
      for (let turn = 0; turn < 2; turn += 1) {
        client.session.sendClientContent({ turns: 'Hi' })
        await client.next(isTurnOver)
      }
      expect(await client.closed).toMatchObject({ code: 1011, reason: expect.stringContaining('Rate limit reached') })
      await set({ ModelRequestRateLimitEnabled: 'false' })
    })

    it.each([
      ['words before it', ['{"clientContent":{"turns":[]}}'], 1007],
      ['no JSON', ['setup'], 1007],
      ['more than any message may hold', [`{"setup":{"model":"${'m'.repeat(33 * 1024 * 1024)}"}}`], 1009],
    ])('comes where the first message is no setup: %s', async (_title, said, code) => {
      expect((await dial(said)).code).toBe(code)
    })

    it('takes what its client says before it is set up', async () => {
      const before = (await rows()).length
      const ended = new Promise<void>((resolve) => {
        const socket = new WebSocket(`${address()}.BidiGenerateContent?key=${key()}`)
        socket.once('open', () => {
          socket.send('{"setup":{"model":"models/plain"}}')
          socket.send(Buffer.from('{"client_content":{"turns":[{"parts":[{"text":"Hi"}]}],"turn_complete":true}}'))
        })
        socket.on('message', (data) => data.toString().includes('turnComplete') && socket.close(1000))
        socket.once('close', () => resolve())
      })
      await ended
      await newRows(before, 1)
    })
  })
})
