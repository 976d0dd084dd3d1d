import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eachGateway, type TestClient } from '#testing/gateway.ts'
import { createMovableClock } from '#testing/movable-clock.ts'
import { openRealtime, type RealtimeClient } from '#testing/realtime-client.ts'
import { type RealtimeUpstream, realtimeUsage, startRealtimeUpstream } from '#testing/realtime-upstream.ts'
import { addRelayChannel, addRelayToken, priceModels } from '#testing/relay-client.ts'
import { expectSettledBooks } from '#testing/settled-books.ts'

const models = 'plain,silent,failing,cut,close-4321,close-1000,endless,flood,refuse-401,refuse-429,refuse-500'
const writer = 'gpt-4o-transcribe'
const cost = realtimeUsage.total_tokens
const clock = createMovableClock()
const patient = { timeout: 15_000 }

eachGateway(
  (gateway) => {
    let upstream: RealtimeUpstream
    let root: TestClient
    let channel: number
    let key: string

    beforeAll(async () => {
      upstream = await startRealtimeUpstream()
      root = await gateway().asRoot()
      await priceModels(root, [...models.split(','), 'alias', 'backed', 'whisper-1', 'preview', writer])
      channel = await addRelayChannel(root, { base_url: upstream.url, models: `${models},preview` })
      await addRelayChannel(root, { base_url: upstream.url, models: 'alias', model_mapping: '{"alias":"plain"}' })
      const model_mapping = '{"gpt-4o-transcribe":"whisper"}'
      await addRelayChannel(root, { base_url: upstream.url, models: 'gpt-4o-transcribe', model_mapping })
      key = (await addRelayToken(root)).key
    })
    afterAll(() => upstream.close())
    expectSettledBooks(gateway)

    const tryOpen = (model: string, owner = key, headers: Record<string, string> = {}, protocols: string[] = []) =>
      openRealtime(`${gateway().url}/v1/realtime?model=${model}`, {
        headers: owner === '' ? headers : { authorization: `Bearer ${owner}`, ...headers },
        protocols,
      })
    const open = async (...wish: Parameters<typeof tryOpen>): Promise<RealtimeClient> => {
      const { client, refused } = await tryOpen(...wish)
      if (client === undefined) throw new Error(JSON.stringify(refused))
      await client.next('session.created')
      return client
    }
    const leave = async (client: RealtimeClient) => {
      client.socket.close(1000)
      await client.closed
    }
    const rows = async () => {
      await gateway().plane.domain.ledger.drain()
      return (await root.get('/api/log/?p=1&page_size=100&type=2')).data.items
    }
    const newRows = async (before: number, count: number) => {
      await expect.poll(async () => (await rows()).length, patient).toBe(before + count)
      return (await rows()).slice(0, count)
    }
    const set = (options: Record<string, string>) =>
      Promise.all(Object.entries(options).map(([name, value]) => root.put('/api/option/', { key: name, value })))

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
          quota: cost,
          prompt_tokens: 20,
          completion_tokens: 10,
          model_name: 'plain',
          channel,
          token_name: 'token',
        })
        expect(JSON.parse(row.other)).toMatchObject({ ws: true, admin_info: { use_channel: [String(channel)] } })
        expect(row.request_id).not.toBe(other.request_id)
        expect(upstream.handshakes.at(-1)).toMatchObject({
          path: '/v1/realtime?model=plain',
          headers: { authorization: 'Bearer sk-upstream' },
        })
        expect(upstream.closes.at(-1)).toBe(1000)
      })

      it('takes the key from the subprotocols of browsers, and agrees to the one it knows', async () => {
        const protocols = ['realtime', `openai-insecure-api-key.${key}`, 'openai-beta.realtime-v1']
        const client = await open('plain', '', {}, protocols)
        expect(client.socket.protocol).toBe('realtime')
        expect(upstream.handshakes.at(-1)?.headers).toMatchObject({
          'openai-beta': 'realtime=v1',
          authorization: 'Bearer sk-upstream',
        })
        expect(JSON.stringify(upstream.handshakes.at(-1))).not.toContain(key.slice(3))
        await leave(client)
      })

      it('tells the upstream of the beta only where the client does, or the model is of it', async () => {
        await leave(await open('plain'))
        expect(upstream.handshakes.at(-1)?.headers['openai-beta']).toBeUndefined()
        await leave(await open('plain', key, { 'openai-beta': 'realtime=v1' }))
        expect(upstream.handshakes.at(-1)?.headers['openai-beta']).toBe('realtime=v1')
        await leave(await open('preview'))
        expect(upstream.handshakes.at(-1)?.headers['openai-beta']).toBe('realtime=v1')
      })

      it('maps the model, and keeps it', async () => {
        const client = await open('alias')
        expect(upstream.handshakes.at(-1)?.path).toBe('/v1/realtime?model=plain')
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

    describe('a session that only writes down', () => {
      const hear = (client: RealtimeClient) => {
        client.send({ type: 'input_audio_buffer.append', audio: Buffer.alloc(48_000).toString('base64') })
        client.send({ type: 'input_audio_buffer.commit' })
        return client.next('conversation.item.input_audio_transcription.completed')
      }
      const update = (model: string) => ({
        type: 'session.update',
        session: { type: 'transcription', audio: { input: { transcription: { model, language: 'en' } } } },
      })

      it('is told its model inside, and charges what each turn used at once', async () => {
        const before = (await rows()).length
        const client = await open('plain&intent=transcription')
        expect(upstream.handshakes.at(-1)?.path).toBe('/v1/realtime?intent=transcription')
        client.send(update('plain'))
        await client.next('session.updated')
        for (const turn of [1, 2]) {
          await hear(client)
          expect(await rows()).toHaveLength(before + turn)
        }
        await leave(client)
        const [row] = await newRows(before, 2)
        expect(row).toMatchObject({
          model_name: 'plain',
          prompt_tokens: 20,
          completion_tokens: 10,
          quota: cost,
          channel,
        })
        expect(JSON.parse(row.other)).toMatchObject({ ws: true })
      })

      it('has the usual model where its address names none, and keeps it', async () => {
        const before = (await rows()).length
        const client = await open('&intent=transcription')
        client.send(update('plain'))
        expect((await client.next('error')).error).toMatchObject({
          code: 'realtime_model_fixed',
          message: expect.stringContaining('gpt-4o-transcribe'),
        })
        client.send({
          type: 'transcription_session.update',
          session: { input_audio_transcription: { model: 'gpt-4o-transcribe' } },
        })
        expect((await client.next('session.updated')).session.input_audio_transcription.model).toBe('whisper')
        await hear(client)
        await leave(client)
        const [row] = await newRows(before, 1)
        expect(row).toMatchObject({ model_name: 'gpt-4o-transcribe', prompt_tokens: 100, quota: 100 })
        expect(JSON.parse(row.other)).toMatchObject({ is_model_mapped: true, upstream_model_name: 'whisper' })
      })

      it('names the mapped model where today names it', async () => {
        const client = await open('alias&intent=transcription')
        client.send(update('alias'))
        const { session } = await client.next('session.updated')
        expect(session.audio.input.transcription).toEqual({ model: 'plain', language: 'en' })
        await leave(client)
      })

      it('counts the sound where the upstream tells no usage', async () => {
        const before = (await rows()).length
        const client = await open('silent&intent=transcription')
        client.send(update('silent'))
        await client.next('session.updated')
        await hear(client)
        await leave(client)
        const [row] = await newRows(before, 1)
        // A second of sound.
        expect(row).toMatchObject({ model_name: 'silent', prompt_tokens: 28, completion_tokens: 0 })
        expect(JSON.parse(row.other)).toMatchObject({ estimated: true, audio_input: 28 })
      })

      it('ends when nothing is left to pay for the next turn', async () => {
        const own = await addRelayToken(root, { unlimited_quota: false, remain_quota: cost + 5 })
        const client = await open('plain&intent=transcription', own.key)
        client.send(update('plain'))
        await hear(client)
        expect((await client.closed).code).toBe(4003)
        await gateway().plane.domain.ledger.drain()
        expect((await root.get(`/api/token/${own.id}`)).data.remain_quota).toBe(5)
      })
    })

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
        await expect.poll(() => upstream.closes.at(-1), patient).toBe(4001)
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
        await expect.poll(upstream.open, patient).toBe(0)
      })

      it('comes when the balance runs out, with an error, and costs no more than there was', async () => {
        const own = await addRelayToken(root, { unlimited_quota: false, remain_quota: 60 })
        const client = await open('endless', own.key)
        client.send({ type: 'response.create' })
        expect((await client.next('error')).error).toMatchObject({ type: 'insufficient_quota' })
        expect((await client.closed).code).toBe(4003)
        await expect.poll(upstream.open, patient).toBe(0)
        await gateway().plane.domain.ledger.drain()
        const { remain_quota } = (await root.get(`/api/token/${own.id}`)).data
        expect(remain_quota).toBeGreaterThanOrEqual(0)
        expect(remain_quota).toBeLessThan(20)
      })

      it('comes after the response that leaves too little for the next', async () => {
        const own = await addRelayToken(root, { unlimited_quota: false, remain_quota: cost + 5 })
        const client = await open('plain', own.key)
        client.send({ type: 'response.create' })
        await client.next('response.done')
        expect((await client.next('error')).error.type).toBe('insufficient_quota')
        expect((await client.closed).code).toBe(4003)
        await gateway().plane.domain.ledger.drain()
        expect((await root.get(`/api/token/${own.id}`)).data.remain_quota).toBe(5)
      })

      it('T21: comes soon after the key was disabled or its owner banned', async () => {
        const own = await addRelayToken(root)
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
        await root.put('/api/token/?status_only=true', { id: own.id, status: 2 })
        await root.post('/api/user/manage', { id: member.userId, action: 'disable' })
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
        await expect.poll(upstream.open, patient).toBe(0)
      })
    })

    describe('what a client says', () => {
      it('is held back where it holds a word that is not let through', async () => {
        await set({ SensitiveWords: 'forbidden', CheckSensitiveEnabled: 'true', CheckSensitiveOnPromptEnabled: 'true' })
        const client = await open('plain')
        const asked = upstream.events.length
        const content = [{ type: 'input_text', text: 'a Forbidden thing' }]
        client.send({ type: 'conversation.item.create', item: { type: 'message', role: 'user', content } })
        expect((await client.next('error')).error.code).toBe('sensitive_words_detected')
        client.send({ type: 'session.update', session: { instructions: 'forbidden' } })
        await client.next('error')
        client.send({ type: 'response.create', response: { instructions: 'forbidden' } })
        await client.next('error')
        client.send({ type: 'session.update', session: { instructions: 'fine' } })
        await client.next('session.updated')
        expect(upstream.events.length).toBe(asked + 1)
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
        expect((await client.next('error')).error.code).toBe('model_requests_too_many')
        expect((await client.closed).code).toBe(1008)
        await set({ ModelRequestRateLimitEnabled: 'false' })
      })
    })

    describe('a session that cannot begin', () => {
      it.each([
        ['no key', 'plain', '', 401, 'key_missing'],
        ['a wrong key', 'plain', 'sk-nobody', 401, 'key_invalid'],
        ['no model', '', undefined, 400, 'model_missing'],
        ['an unknown model', 'nowhere', undefined, 503, 'channel_none'],
        ['an upstream that refuses', 'refuse-401', undefined, 401, 'test_code'],
        ['an upstream with too much to do', 'refuse-429', undefined, 429, 'test_code'],
      ])('is refused with a status: %s', async (_title, model, owner, status, code) => {
        const before = (await rows()).length
        const { refused } = await tryOpen(model, owner ?? key)
        expect(refused).toMatchObject({ status, json: { error: { code } } })
        expect(refused?.json.error.message).toContain(refused?.headers['x-request-id'])
        await newRows(before, 0)
      })

      it('moves on to another channel before anything was said', async () => {
        const broken = await addRelayChannel(root, {
          base_url: 'http://127.0.0.1:9',
          models: 'backed',
          priority: 9,
        })
        const sound = await addRelayChannel(root, {
          base_url: upstream.url,
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
          headers: { authorization: `Bearer ${key}` },
        })
        expect(response.status).toBe(426)
        const { refused } = await openRealtime(`${gateway().url}/v1/chat/completions`, {})
        expect(refused?.status).toBe(404)
      })

      it('T35: reaches no address that nobody may reach', async () => {
        const redirecting = await addRelayChannel(root, { base_url: upstream.url, models: 'inside' })
        const { domain } = gateway().plane
        const inside = domain.pool.find(redirecting)
        if (inside === undefined) throw new Error('the channel is not there')
        // As if its name had come to mean another machine since it was saved.
        inside.baseUrl = 'http://169.254.169.254'
        await priceModels(root, ['inside', ...models.split(','), 'alias', 'backed', 'whisper-1', 'preview', writer])
        const { refused } = await tryOpen('inside')
        expect(refused).toMatchObject({ status: 502, json: { error: { code: 'upstream_unreachable' } } })
      })

      it('leaves other offers to change the protocol alone', async () => {
        const answer = await new Promise<string>((resolve) => {
          const socket = connect(Number(new URL(gateway().url).port), '127.0.0.1', () =>
            socket.write(
              `GET /v1/models HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\n` +
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
  },
  {},
  clock,
)
