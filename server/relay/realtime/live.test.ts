import { GoogleGenAI, Modality } from '@google/genai'
import { describe, expect, it } from 'vitest'
import { eachLiveBench, liveCost } from '#testing/live-bench.ts'
import { isTurnOver } from '#testing/live-client.ts'
import { liveSound } from '#testing/live-upstream.ts'
import { openRealtime } from '#testing/realtime-client.ts'
import { addRelayChannel, addRelayToken } from '#testing/relay-client.ts'

const tools = [{ functionDeclarations: [{ name: 'get_weather', description: 'Looks up the weather.' }] }]

eachLiveBench(({ gateway, upstream, root, channel, key, open, rows, newRows, set }) => {
  /** The close of a session that did not come about, as the official client tells it. */
  const refused = (model: string, wish: Parameters<typeof open>[1] = {}): Promise<string> =>
    open(model, wish).then(
      () => 'it was opened',
      (error: Error) => error.message,
    )

  describe('a session whose first message names its model', () => {
    it('is had by the official client, in words and in sound, and charged turn by turn', async () => {
      const before = (await rows()).length
      const client = await open('plain', { config: { responseModalities: [Modality.AUDIO] } })
      client.session.sendClientContent({ turns: 'What does water do?' })
      const over = await client.next(isTurnOver)
      expect(over.usageMetadata?.responseTokenCount).toBe(27)
      expect(await rows()).toHaveLength(before + 1)
      for (let chunk = 0; chunk < 3; chunk += 1) {
        client.session.sendRealtimeInput({ audio: { data: liveSound, mimeType: 'audio/pcm;rate=16000' } })
      }
      client.session.sendRealtimeInput({ audioStreamEnd: true })
      await client.next(isTurnOver)
      client.session.close()
      const heard = client.messages.flatMap(({ serverContent }) => serverContent?.outputTranscription?.text ?? [])
      expect(heard.join('')).toBe('Water finds its way.Water finds its way.')
      expect(client.messages.map(({ data }) => data).filter((data) => data !== undefined)).toHaveLength(8)
      const [row, other] = await newRows(before, 2)
      expect(row).toMatchObject({
        ...{ quota: liveCost, prompt_tokens: 100, completion_tokens: 32, model_name: 'plain', channel: channel() },
      })
      expect(JSON.parse(row.other)).toMatchObject({ ws: true, audio_input: 40, audio_output: 20, cache_tokens: 10 })
      expect(row.request_id).not.toBe(other.request_id)
      expect(upstream().messages.filter(({ realtimeInput }) => realtimeInput?.audio?.data === liveSound)).toHaveLength(
        3,
      )
      expect(upstream().handshakes.at(-1)).toMatchObject({
        path: '/ws/google.ai.generativelanguage.v1.GenerativeService.BidiGenerateContent',
        headers: { 'x-goog-api-key': 'google-key' },
      })
      expect(JSON.stringify(upstream().handshakes.at(-1))).not.toContain(key().slice(3))
    })

    it('costs sound, words and pictures each by their own price, as the recorded figures tell', async () => {
      await set({ AudioRatio: '{"plain":6}', AudioCompletionRatio: '{"plain":4}' })
      await set({ CacheRatio: '{"plain":0.1}' })
      const before = (await rows()).length
      const client = await open('plain')
      client.session.sendClientContent({ turns: 'Hi' })
      await client.next(isTurnOver)
      client.session.close()
      const [row] = await newRows(before, 1)
      // 40 words and 10 of them cached, 40 of sound, 10 of films; 12 words with the thoughts, 20 of sound.
      expect(row.quota).toBe(40 + 10 * 0.1 + 40 * 6 + 10 + 12 + 20 * 6 * 4)
      await set({ AudioRatio: '{}', AudioCompletionRatio: '{}', CacheRatio: '{}' })
    })

    it('calls tools, and is answered by what they found', async () => {
      const before = (await rows()).length
      const client = await open('tool', { config: { tools } })
      client.session.sendClientContent({ turns: 'What is the weather in London?' })
      const { toolCall } = await client.next((message) => message.toolCall)
      const [call] = toolCall?.functionCalls ?? []
      expect(call).toMatchObject({ name: 'get_weather', args: { city: 'London' } })
      const response = { output: 'It is foggy and 12 degrees.' }
      client.session.sendToolResponse({ functionResponses: [{ id: call?.id ?? '', name: 'get_weather', response }] })
      await client.next(isTurnOver)
      client.session.close()
      await newRows(before, 1)
      expect(upstream().messages.at(-1)).toMatchObject({ toolResponse: { functionResponses: [{ response }] } })
    })

    it('is interrupted by its client, and charged for what it told', async () => {
      const before = (await rows()).length
      const client = await open('endless')
      client.session.sendClientContent({ turns: 'Talk.' })
      await client.next((message) => message.data)
      client.session.sendRealtimeInput({ text: 'Stop!' })
      await client.next(({ serverContent }) => serverContent?.interrupted)
      await client.next(isTurnOver)
      client.session.close()
      const [row] = await newRows(before, 1)
      expect(row.quota).toBe(liveCost)
    })

    it('is charged for searches as often as they were made, however often that is told', async () => {
      const before = (await rows()).length
      const client = await open('searching')
      client.session.sendClientContent({ turns: 'Look it up.' })
      await client.next(isTurnOver)
      client.session.close()
      const [row] = await newRows(before, 1)
      expect(JSON.parse(row.other).tool_calls).toMatchObject([{ tool: 'google_search', calls: 1 }])
    })

    it('is charged once where the figures come behind the end of a turn', async () => {
      const before = (await rows()).length
      const client = await open('late')
      client.session.sendClientContent({ turns: 'Hi' })
      await client.next(({ usageMetadata }) => usageMetadata)
      client.session.close()
      const [row] = await newRows(before, 1)
      expect(row.quota).toBe(liveCost)
      expect(JSON.parse(row.other).estimated).toBeUndefined()
    })

    it('is charged by what was counted where no figures come: each turn when the next one begins, the last at the end', async () => {
      const before = (await rows()).length
      const client = await open('silent')
      client.session.sendClientContent({ turns: 'Hi' })
      await client.next(isTurnOver)
      expect(await rows()).toHaveLength(before)
      client.session.sendClientContent({ turns: 'Hi' })
      await client.next(isTurnOver)
      expect(await rows()).toHaveLength(before + 1)
      client.session.close()
      const [row, other] = await newRows(before, 2)
      // Four times a tenth of a second of sound.
      for (const each of [row, other]) {
        expect(JSON.parse(each.other)).toMatchObject({ estimated: true, audio_output: 10 })
      }
    })

    it('goes to the name that a channel has for its model', async () => {
      const client = await open('models/alias')
      expect(upstream().messages.at(-1).setup.model).toBe('models/plain')
      client.session.close()
      await client.closed
    })

    it('goes to the other cloud, where the name of its model says whose it is', async () => {
      const base = { type: 41, key: 'google-key', base_url: upstream().url, models: 'clouded' }
      await addRelayChannel(root(), { ...base, model_mapping: '{"clouded":"plain"}' })
      const before = (await rows()).length
      const client = await open('clouded')
      expect(upstream().messages.at(-1).setup.model).toBe('publishers/google/models/plain')
      expect(upstream().handshakes.at(-1)).toMatchObject({
        path: '/ws/google.cloud.aiplatform.v1beta1.LlmBidiService/BidiGenerateContent',
        headers: { 'x-goog-api-key': 'google-key' },
      })
      client.session.sendClientContent({ turns: 'Hi' })
      await client.next(isTurnOver)
      client.session.close()
      await newRows(before, 1)
    })

    it('is had at the door of the other cloud as well, whose names of models are longer', async () => {
      const before = (await rows()).length
      const cloud = new GoogleGenAI({ vertexai: true, apiKey: key(), httpOptions: { baseUrl: gateway().url } })
      let over = () => {}
      const isOver = new Promise<void>((resolve) => {
        over = resolve
      })
      const session = await cloud.live.connect({
        model: 'plain',
        callbacks: { onmessage: (message) => isTurnOver(message) && over() },
      })
      session.sendClientContent({ turns: 'Hi' })
      await isOver
      session.close()
      await newRows(before, 1)
    })

    it('moves on to another channel before it is set up', async () => {
      const base = { type: 24, base_url: upstream().url, models: 'backed' }
      const broken = await addRelayChannel(root(), { ...base, key: 'bad', priority: 9 })
      const sound = await addRelayChannel(root(), { ...base, key: 'google-key', model_mapping: '{"backed":"plain"}' })
      await set({ RetryTimes: '2' })
      const before = (await rows()).length
      const client = await open('backed')
      client.session.sendClientContent({ turns: 'Hi' })
      await client.next(isTurnOver)
      client.session.close()
      const [row] = await newRows(before, 1)
      expect(JSON.parse(row.other).admin_info.use_channel).toEqual([String(broken), String(sound)])
    })
  })

  describe('a session that cannot begin', () => {
    it.each([
      ['a wrong key', 'plain', { key: 'sk-nobody' }, 1008, 'Invalid API token'],
      ['no model', 'models/', {}, 1007, 'No model was given'],
      ['an unknown model', 'nowhere', {}, 1008, 'The model nowhere does not exist'],
      ['a model of channels that speak another dialect', 'spoken', {}, 1008, 'not supported for bidiGenerateContent'],
      ['an upstream that has none left', 'refuse-1011', {}, 1011, 'overloaded'],
      ['an upstream that wants none', 'refuse-1008', {}, 1007, 'no such session'],
      ['a handle of nobody', 'plain', { config: { sessionResumption: { handle: 'other' } } }, 1008, 'was not found'],
    ])('is closed with a code and a reason: %s', async (_title, model, wish, code, reason) => {
      const before = (await rows()).length
      const told = await refused(model, wish)
      expect(told).toContain(`(code ${code})`)
      expect(told).toContain(reason)
      await newRows(before, 0)
    })

    it('leaves a row among the failed calls of its user', async () => {
      await refused('nowhere')
      await expect
        .poll(async () => JSON.stringify((await root().get('/api/log/?p=1&page_size=5&type=6')).data.items))
        .toContain('nowhere')
    })

    it('is told where its model has sessions of another dialect', async () => {
      const { refused: told } = await openRealtime(`${gateway().url}/v1/realtime?model=plain`, {
        headers: { authorization: `Bearer ${key()}` },
      })
      expect(told).toMatchObject({ status: 404, json: { error: { message: expect.stringContaining('BidiGenerate') } } })
    })

    it('is refused a model that its key may not use, and words that are not let through', async () => {
      const limited = (await addRelayToken(root(), { model_limits_enabled: true, model_limits: 'plain' })).key
      expect(await refused('endless', { key: limited })).toContain(
        "(code 1008): This API token can't use model endless",
      )
      await set({ SensitiveWords: 'forbidden', CheckSensitiveEnabled: 'true', CheckSensitiveOnPromptEnabled: 'true' })
      const asked = upstream().handshakes.length
      expect(await refused('plain', { config: { systemInstruction: 'a Forbidden thing' } })).toContain('(code 1007)')
      expect(upstream().handshakes).toHaveLength(asked)
      const client = await open('plain')
      client.session.sendRealtimeInput({ text: 'a Forbidden thing' })
      expect(await client.closed).toMatchObject({ code: 1007, reason: expect.stringContaining('blocked words') })
      await set({ SensitiveWords: '' })
    })
  })

  describe('what a client says', () => {
    it.each([
      ['a second setup', '{"setup":{"model":"models/plain"}}'],
      ['a member twice', '{"realtimeInput":{"text":"a"},"realtimeInput":{"text":"b"}}'],
      ['a member in two spellings', '{"clientContent":{"turns":[]},"client_content":{"turns":[]}}'],
      [
        'sound with a member twice beside it',
        `{"realtimeInput":{"audio":{"data":"${liveSound}"},"text":"a","text":"b"}}`,
      ],
      ['what is no JSON', '{"realtimeInput":'],
      ['a file of somebody else', '{"clientContent":{"turns":[{"parts":[{"fileData":{"fileUri":"files/other"}}]}]}}'],
    ])('T41: ends the session where it cannot go on, and does not reach the upstream: %s', async (_title, text) => {
      const client = await open('plain')
      const asked = upstream().messages.length
      // seam: the official client sends only what is right; beneath it lies the socket
      const { conn } = client.session as unknown as { conn: { send: (text: string) => void } }
      conn.send(text)
      const { code } = await client.closed
      expect([1007, 1008]).toContain(code)
      expect(upstream().messages).toHaveLength(asked)
    })
  })
})
