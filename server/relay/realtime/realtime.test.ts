import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { eachRealtimeBench, realtimeCost, realtimeModels } from '#testing/realtime-bench.ts'
import { openRealtime } from '#testing/realtime-client.ts'
import { addRelayChannel, addRelayToken, priceModels } from '#testing/relay-client.ts'

eachRealtimeBench(({ gateway, upstream, root, channel, key, tryOpen, open, leave, rows, newRows, set }) => {
  describe('a session', () => {
    it('passes events on both ways and charges every response at once', async () => {
      const before = (await rows()).length
      const client = await open('plain')
      client.send({ type: 'session.update', session: { instructions: 'Be brief.' } })
      expect((await client.next('session.updated')).session.instructions).toBe('Be brief.')
      for (const turn of [1, 2]) {
        client.send({ type: 'response.create' })
        await client.next('response.done')
        expect(await rows()).toHaveLength(before + turn)
      }
      await leave(client)
      expect(client.events.filter(({ type }) => type === 'response.output_text.delta')).toHaveLength(8)
      const [row, other] = await newRows(before, 2)
      expect(row).toMatchObject({
        quota: realtimeCost,
        prompt_tokens: 20,
        completion_tokens: 10,
        model_name: 'plain',
        channel: channel(),
        token_name: 'token',
      })
      expect(JSON.parse(row.other)).toMatchObject({ ws: true, admin_info: { use_channel: [String(channel())] } })
      expect(row.request_id).not.toBe(other.request_id)
      expect(upstream().handshakes.at(-1)).toMatchObject({
        path: '/v1/realtime?model=plain',
        headers: { authorization: 'Bearer sk-upstream' },
      })
      expect(upstream().closes.at(-1)).toBe(1000)
    })

    it('takes the key from the subprotocols of browsers, and agrees to the one it knows', async () => {
      const protocols = ['realtime', `openai-insecure-api-key.${key()}`, 'openai-beta.realtime-v1']
      const client = await open('plain', '', {}, protocols)
      expect(client.socket.protocol).toBe('realtime')
      expect(upstream().handshakes.at(-1)?.headers).toMatchObject({
        'openai-beta': 'realtime=v1',
        authorization: 'Bearer sk-upstream',
      })
      expect(JSON.stringify(upstream().handshakes.at(-1))).not.toContain(key().slice(3))
      await leave(client)
    })

    it('tells the upstream of the beta only where the client does, or the model is of it', async () => {
      await leave(await open('plain'))
      expect(upstream().handshakes.at(-1)?.headers['openai-beta']).toBeUndefined()
      await leave(await open('plain', key(), { 'openai-beta': 'realtime=v1' }))
      expect(upstream().handshakes.at(-1)?.headers['openai-beta']).toBe('realtime=v1')
      await leave(await open('preview'))
      expect(upstream().handshakes.at(-1)?.headers['openai-beta']).toBe('realtime=v1')
    })

    it('names nothing that an upstream keeps beyond it', async () => {
      const client = await open('plain')
      const item = { type: 'message', role: 'user', content: [{ type: 'input_image', file_id: 'file_other' }] }
      for (const event of [
        { type: 'session.update', session: { prompt: { id: 'pmpt_other' } } },
        { type: 'session.update', session: { audio: { output: { voice: { id: 'voice_other' } } } } },
        { type: 'session.update', session: { tools: [{ type: 'file_search', vector_store_ids: ['vs_other'] }] } },
        { type: 'conversation.item.create', item },
        { type: 'response.create', response: { input: [item] } },
      ]) {
        client.send(event)
        expect((await client.next('error')).error).toMatchObject({
          code: 'thing_missing',
          message: expect.stringContaining('_other was not found'),
        })
      }
      client.send({
        type: 'response.create',
        response: { conversation: 'none', input: [{ type: 'item_reference', id: 'item_own' }] },
      })
      await client.next('response.done')
      await leave(client)
    })

    it('is written down only by a model that its token may use', async () => {
      const limits = { model_limits_enabled: true, model_limits: 'plain,whisper-1' }
      const client = await open('plain', (await addRelayToken(root(), limits)).key)
      const transcribedBy = (model: string) => ({
        type: 'session.update',
        session: { audio: { input: { transcription: { model } } } },
      })
      client.send(transcribedBy('gpt-4o-transcribe'))
      expect((await client.next('error')).error.code).toBe('model_forbidden')
      client.send(transcribedBy('whisper-1'))
      await client.next('session.updated')
      await leave(client)
    })

    it('maps the model, and keeps it', async () => {
      const client = await open('alias')
      expect(upstream().handshakes.at(-1)?.path).toBe('/v1/realtime?model=plain')
      client.send({ type: 'session.update', session: { model: 'endless' } })
      expect((await client.next('error')).error.code).toBe('realtime_model_fixed')
      client.send({ type: 'session.update', session: { model: 'alias', instructions: 'x' } })
      expect((await client.next('session.updated')).session.model).toBe('plain')
      const before = (await rows()).length
      client.send({ type: 'response.create' })
      await client.next('response.done')
      await leave(client)
      const [row] = await newRows(before, 1)
      expect(row.model_name).toBe('alias')
      expect(JSON.parse(row.other)).toMatchObject({ is_model_mapped: true, upstream_model_name: 'plain' })
    })

    it('counts for itself where the upstream tells no usage', async () => {
      const before = (await rows()).length
      const client = await open('silent')
      const item = { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Say something nice.' }] }
      client.send({ type: 'conversation.item.create', item })
      client.send({ type: 'response.create' })
      await client.next('response.done')
      await leave(client)
      const [row] = await newRows(before, 1)
      expect([row.prompt_tokens, row.completion_tokens]).toEqual([5, 8])
      expect(JSON.parse(row.other)).toMatchObject({ estimated: true, ws: true })
    })

    it('charges nothing for a response that failed, nor for one that was never asked for', async () => {
      const before = (await rows()).length
      const client = await open('failing')
      client.send({ type: 'input_audio_buffer.append', audio: Buffer.alloc(9600).toString('base64') })
      client.send({ type: 'response.create' })
      expect((await client.next('response.done')).response.status).toBe('failed')
      await leave(client)
      await newRows(before, 0)
    })

    it('charges words that another model wrote down by the price of that model', async () => {
      const before = (await rows()).length
      const client = await open('plain')
      const transcription = { model: 'whisper-1' }
      client.send({ type: 'session.update', session: { audio: { input: { transcription } } } })
      await client.next('session.updated')
      client.send({ type: 'input_audio_buffer.commit' })
      await client.next('conversation.item.input_audio_transcription.completed')
      await leave(client)
      const [row] = await newRows(before, 1)
      expect(row).toMatchObject({ model_name: 'whisper-1', prompt_tokens: 100, quota: 100 })
    })

    it('waits for a client that reads slowly', async () => {
      const client = await open('flood')
      client.send({ type: 'response.create' })
      client.socket.pause()
      await pause(300)
      expect(process.memoryUsage().arrayBuffers).toBeLessThan(400 * 1024 * 1024)
      client.socket.resume()
      await client.next('response.done')
      expect(client.events.filter(({ type }) => type === 'response.thing')).toHaveLength(400)
      await leave(client)
    })
  })

  describe('what a client says', () => {
    it('is held back where it holds a word that is not let through', async () => {
      await set({ SensitiveWords: 'forbidden', CheckSensitiveEnabled: 'true', CheckSensitiveOnPromptEnabled: 'true' })
      const client = await open('plain')
      const asked = upstream().events.length
      const content = [{ type: 'input_text', text: 'a Forbidden thing' }]
      client.send({ type: 'conversation.item.create', item: { type: 'message', role: 'user', content } })
      expect((await client.next('error')).error.code).toBe('sensitive_words_detected')
      client.send({ type: 'session.update', session: { instructions: 'forbidden' } })
      await client.next('error')
      client.send({ type: 'response.create', response: { instructions: 'forbidden' } })
      await client.next('error')
      client.send({ type: 'session.update', session: { instructions: 'fine' } })
      await client.next('session.updated')
      expect(upstream().events.length).toBe(asked + 1)
      await leave(client)
      await set({ CheckSensitiveEnabled: 'false' })
    })

    it('may be answered with an error of the upstream, whose words are hidden where the operator wants that', async () => {
      const client = await open('plain')
      client.send({ type: 'bad' })
      expect((await client.next('error')).error.message).toBe('the upstream says no')
      await set({ 'global.hide_upstream_error_enabled': 'true' })
      client.send({ type: 'bad' })
      expect((await client.next('error')).error.message).not.toContain('the upstream says no')
      await set({ 'global.hide_upstream_error_enabled': 'false' })
      await leave(client)
    })

    it('counts response by response where calls are limited', async () => {
      await set({
        ModelRequestRateLimitCount: '2',
        ModelRequestRateLimitSuccessCount: '100',
        ModelRequestRateLimitDurationMinutes: '5',
      })
      await set({ ModelRequestRateLimitEnabled: 'true' })
      const client = await open('plain')
      client.send({ type: 'response.create' })
      await client.next('response.done')
      client.send({ type: 'response.create' })
      await client.next('response.done')
      expect((await client.next('error')).error.code).toBe('rate_limit_exceeded')
      expect((await client.closed).code).toBe(1008)
      await set({ ModelRequestRateLimitEnabled: 'false' })
    })
  })

  describe('a session that cannot begin', () => {
    it.each([
      ['no key', 'plain', '', 401, 'invalid_api_key'],
      ['a wrong key', 'plain', 'sk-nobody', 401, 'invalid_api_key'],
      ['no model', '', undefined, 400, 'model_missing'],
      ['an unknown model', 'nowhere', undefined, 404, 'model_not_found'],
      ['an upstream that refuses', 'refuse-401', undefined, 502, 'upstream_account_refused'],
      ['an upstream with too much to do', 'refuse-429', undefined, 429, 'rate_limit_exceeded'],
    ])('is refused with a status: %s', async (_title, model, owner, status, code) => {
      const before = (await rows()).length
      const { refused } = await tryOpen(model, owner ?? key())
      expect(refused).toMatchObject({ status, json: { error: { code } } })
      expect(refused?.json.error.message).toContain(refused?.headers['x-request-id'])
      await newRows(before, 0)
    })

    it('moves on to another channel before anything was said', async () => {
      const broken = await addRelayChannel(root(), {
        base_url: 'http://127.0.0.1:9',
        models: 'backed',
        priority: 9,
      })
      const sound = await addRelayChannel(root(), {
        base_url: upstream().url,
        models: 'backed',
        model_mapping: '{"backed":"plain"}',
      })
      await set({ RetryTimes: '2' })
      const before = (await rows()).length
      const client = await open('backed')
      client.send({ type: 'response.create' })
      await client.next('response.done')
      await leave(client)
      const [row] = await newRows(before, 1)
      expect(JSON.parse(row.other).admin_info.use_channel).toEqual([String(broken), String(sound)])
    })

    it('is told how to ask where it asks without an upgrade, and where there is no socket', async () => {
      const response = await fetch(`${gateway().url}/v1/realtime?model=plain`, {
        headers: { authorization: `Bearer ${key()}` },
      })
      expect(response.status).toBe(426)
      const { refused } = await openRealtime(`${gateway().url}/v1/chat/completions`, {})
      expect(refused?.status).toBe(404)
    })

    it('T35: reaches no address that nobody may reach', async () => {
      const redirecting = await addRelayChannel(root(), { base_url: upstream().url, models: 'inside' })
      await priceModels(root(), ['inside', ...realtimeModels])
      // As if its name had come to mean another machine since it was saved, until channels are read again.
      const tryInside = async () => {
        const inside = gateway().plane.domain.pool.find(redirecting)
        if (inside === undefined) throw new Error('the channel is not there')
        inside.baseUrl = 'http://169.254.169.254'
        const { client, refused } = await tryOpen('inside')
        if (client) await leave(client)
        return refused
      }
      await expect.poll(tryInside).toMatchObject({ status: 502, json: { error: { code: 'upstream_unreachable' } } })
    })

    it('leaves other offers to change the protocol alone', async () => {
      const answer = await new Promise<string>((resolve) => {
        const socket = connect(Number(new URL(gateway().url).port), '127.0.0.1', () =>
          socket.write(
            `GET /v1/models HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key()}\r\n` +
              'connection: Upgrade, HTTP2-Settings\r\nupgrade: h2c\r\nhttp2-settings: x\r\n\r\n',
          ),
        )
        socket.once('data', (chunk) => {
          resolve(chunk.toString())
          socket.destroy()
        })
      })
      expect(answer).toMatch(/^HTTP\/1\.1 200/)
    })
  })
})
