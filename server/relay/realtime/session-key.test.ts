import OpenAI from 'openai'
import { describe, expect, it } from 'vitest'
import { eachRealtimeBench, realtimeCost } from '#testing/realtime-bench.ts'
import { openRealtime } from '#testing/realtime-client.ts'
import { addRelayToken } from '#testing/relay-client.ts'

eachRealtimeBench(({ gateway, clock, upstream, root, key, open, leave, rows, newRows, set }) => {
  const make = async (body: object, path = 'client_secrets', owner = key()) => {
    const response = await fetch(`${gateway().url}/v1/realtime/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${owner}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const json: ReturnType<typeof JSON.parse> = await response.json()
    return { status: response.status, json }
  }
  const session = { type: 'realtime', model: 'plain', instructions: 'Be brief.' }
  const madeFor = async (body: object = { session }): Promise<string> => (await make(body)).json.value
  /** As a browser does, whose key stands among the subprotocols; its address names another model. */
  const browse = (value: string, query = '') =>
    openRealtime(`${gateway().url}/v1/realtime${query}`, {
      protocols: ['realtime', `openai-insecure-api-key.${value}`],
    })
  const begin = async (value: string) => {
    const { client, refused } = await browse(value)
    if (client === undefined) throw new Error(JSON.stringify(refused))
    return client
  }

  describe('a key for browsers', () => {
    it('is made by the official client, and opens sessions as they were asked for, which the token pays', async () => {
      const before = (await rows()).length
      const openai = new OpenAI({ apiKey: key(), baseURL: `${gateway().url}/v1`, maxRetries: 0 })
      const earliest = Math.floor(clock.now() / 1000) + 60
      const made = await openai.realtime.clientSecrets.create({
        session: { type: 'realtime', model: 'plain', instructions: 'Be brief.' },
        expires_after: { anchor: 'created_at', seconds: 60 },
      })
      expect(made.value).toMatch(/^ek_[\w.-]+$/)
      expect(made.expires_at).toBeGreaterThanOrEqual(earliest)
      expect(made.expires_at).toBeLessThanOrEqual(Math.floor(clock.now() / 1000) + 60)
      expect(made.session).toMatchObject({
        ...session,
        object: 'realtime.session',
        id: expect.stringMatching(/^sess_/),
      })
      for (let round = 0; round < 2; round += 1) {
        const client = await begin(made.value)
        expect((await client.next('session.updated')).session.instructions).toBe('Be brief.')
        client.send({ type: 'response.create' })
        await client.next('response.done')
        await leave(client)
      }
      expect(JSON.stringify(upstream().handshakes.slice(-2))).not.toContain('ek_')
      for (const row of await newRows(before, 2)) {
        expect(row).toMatchObject({ quota: realtimeCost, model_name: 'plain', token_name: 'token' })
      }
    })

    it('is said in the words of the beta too, for sessions and for such as only write down', async () => {
      const { json } = await make({ model: 'plain', instructions: 'Be brief.' }, 'sessions')
      expect(json).toMatchObject({
        object: 'realtime.session',
        model: 'plain',
        client_secret: { value: expect.stringMatching(/^ek_/) },
      })
      expect(json.client_secret.expires_at).toBe(Math.floor(clock.now() / 1000) + 60)
      const spoken = await begin(json.client_secret.value)
      expect((await spoken.next('session.updated')).session.instructions).toBe('Be brief.')
      await leave(spoken)
      const writing = await make(
        { input_audio_transcription: { model: 'gpt-4o-transcribe' } },
        'transcription_sessions',
      )
      expect(writing.json.object).toBe('realtime.transcription_session')
      const written = await begin(writing.json.client_secret.value)
      expect((await written.next('session.updated')).session.input_audio_transcription.model).toBe('whisper')
      expect(upstream().handshakes.at(-1)?.path).toBe('/v1/realtime?intent=transcription')
      await leave(written)
    })

    it('opens no other session, and nothing else', async () => {
      const value = await madeFor()
      const { client, refused } = await browse(value, '?model=endless')
      expect(refused).toBeUndefined()
      expect(upstream().handshakes.at(-1)?.path).toBe('/v1/realtime?model=plain')
      if (client !== undefined) await leave(client)
      for (const path of ['/v1/models', '/v1/realtime/client_secrets', '/v1/chat/completions', '/api/user/self']) {
        const asked = { method: path.startsWith('/v1/m') || path.startsWith('/api') ? 'GET' : 'POST' }
        const response = await fetch(gateway().url + path, { ...asked, headers: { authorization: `Bearer ${value}` } })
        expect(response.status).toBe(401)
      }
      expect((await browse(`${value.slice(0, -4)}AAAA`)).refused?.json.error.code).toBe('invalid_api_key')
      expect((await browse('ek_')).refused?.json.error.code).toBe('invalid_api_key')
    })

    it('opens none when its time is over or its token is taken back; what runs then goes on or ends with the token', async () => {
      const token = await addRelayToken(root())
      const { json } = await make({ session, expires_after: { seconds: 10 } }, 'client_secrets', token.key)
      const client = await begin(json.value)
      clock.pass(11)
      expect((await browse(json.value)).refused?.json.error.code).toBe('key_expired')
      client.send({ type: 'response.create' })
      await client.next('response.done')
      const fresh = (await make({ session }, 'client_secrets', token.key)).json.value
      await root().remove(`/api/token/${token.id}`)
      expect((await browse(fresh)).refused?.status).toBe(401)
      client.send({ type: 'response.create' })
      expect((await client.closed).code).toBe(1008)
    })

    it('is refused for what its sessions would be refused for', async () => {
      const limited = (await addRelayToken(root(), { model_limits_enabled: true, model_limits: 'plain' })).key
      const heard = { audio: { input: { transcription: { model: 'whisper-1' } } } }
      for (const [status, code, body, owner] of [
        [400, 'model_missing', { session: { type: 'realtime' } }],
        [400, 'model_missing', {}],
        [404, 'model_not_found', { session: { ...session, model: 'nobodys' } }],
        [403, 'model_forbidden', { session: { ...session, model: 'endless' } }, limited],
        [403, 'model_forbidden', { session: { ...session, ...heard } }, limited],
        [404, 'thing_missing', { session: { ...session, prompt: { id: 'pmpt_other' } } }],
        [400, null, { session, expires_after: { seconds: 9 } }],
        [400, null, { session, expires_after: { seconds: 'soon' } }],
        [
          400,
          null,
          { session: { ...session, instructions: Array.from({ length: 9000 }, () => Math.random()).join(' ') } },
        ],
      ] as const) {
        const told = await make(body, 'client_secrets', owner)
        expect([told.status, told.json.error.code]).toEqual([status, code ?? told.json.error.code])
      }
      await set({ CheckSensitiveEnabled: 'true', CheckSensitiveOnPromptEnabled: 'true', SensitiveWords: 'forbidden' })
      expect((await make({ session: { ...session, instructions: 'forbidden' } })).status).toBe(400)
      await set({ SensitiveWords: '' })
      await leave(await open('plain'))
    })

    it('may say as much as a page of instructions', async () => {
      const tools = Array.from({ length: 8 }, (_, place) => ({
        type: 'function',
        name: `tool_${place}`,
        description: `Looks up number ${place} where it is kept.`,
        parameters: { type: 'object', properties: { place: { type: 'string', description: 'Where it is kept' } } },
      }))
      const instructions = Array.from({ length: 60 }, (_, line) => `${line}. Answer in whole sentences.`).join('\n')
      const client = await begin(await madeFor({ session: { ...session, instructions, tools } }))
      expect((await client.next('session.updated')).session.tools).toHaveLength(8)
      await leave(client)
    })
  })
})
