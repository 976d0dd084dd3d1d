import { describe, expect, it } from 'vitest'
import { eachRealtimeBench, realtimeCost } from '#testing/realtime-bench.ts'
import type { RealtimeClient } from '#testing/realtime-client.ts'
import { addRelayToken } from '#testing/relay-client.ts'

eachRealtimeBench(({ gateway, root, upstream, channel, open, leave, rows, newRows }) => {
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
      expect(upstream().handshakes.at(-1)?.path).toBe('/v1/realtime?intent=transcription')
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
        quota: realtimeCost,
        channel: channel(),
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
      const own = await addRelayToken(root(), { unlimited_quota: false, remain_quota: realtimeCost + 5 })
      const client = await open('plain&intent=transcription', own.key)
      client.send(update('plain'))
      await hear(client)
      expect((await client.closed).code).toBe(4003)
      await gateway().plane.domain.ledger.drain()
      expect((await root().get(`/api/token/${own.id}`)).data.remain_quota).toBe(5)
    })
  })
})
