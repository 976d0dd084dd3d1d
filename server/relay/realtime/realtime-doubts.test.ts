import { beforeAll, describe, expect, it } from 'vitest'
import { eachRealtimeBench } from '#testing/realtime-bench.ts'

const sound = Buffer.alloc(4800).toString('base64')
const word = 'forbidden'
const append = '"type":"input_audio_buffer.append"'

eachRealtimeBench(({ upstream, open, leave, set }) => {
  beforeAll(() => set({ SensitiveWords: word, CheckSensitiveEnabled: 'true', CheckSensitiveOnPromptEnabled: 'true' }))

  describe('a message of a session', () => {
    it.each([
      ['with a type twice', `{${append},"type":"session.update","session":{"instructions":"x"}}`],
      [
        'with a type twice, sound last',
        `{"type":"session.update","session":{"instructions":"x"},${append},"audio":"${sound}"}`,
      ],
      ['with a type in capitals', `{${append},"Type":"session.update","audio":"${sound}"}`],
      ['with sound twice', `{${append},"audio":"${sound}","audio":"${sound}"}`],
      ['with an escaped name', `{"type":"session.update","session":{"model":"plain","mod\\u0065l":"other"}}`],
      ['with a name in another case', '{"type":"session.update","session":{"Model":"other"}}'],
      ['with a limit twice', '{"type":"response.create","response":{"max_output_tokens":1,"max_output_tokens":9}}'],
      ['that is no JSON', '{"type":"session.update",'],
      ['that is no object', '["session.update"]'],
      ['with something behind it', `{${append},"audio":"${sound}"}{}`],
      ['T41: nested too deeply', `{"type":"other","x":${'['.repeat(1000)}${']'.repeat(1000)}}`],
    ])('T41: %s is refused with an event, and the session goes on', async (_title, text) => {
      const client = await open('plain')
      const asked = upstream().events.length
      client.socket.send(text)
      expect((await client.next('error')).error.type).toBe('invalid_request_error')
      client.send({ type: 'session.update', session: { instructions: 'fine' } })
      await client.next('session.updated')
      expect(upstream().events.length).toBe(asked + 1)
      await leave(client)
    })

    it.each([
      ['beside a sound', { type: 'input_audio_buffer.append', audio: sound, note: word }],
      [
        'in a tool',
        { type: 'session.update', session: { tools: [{ type: 'function', name: 'f', description: word }] } },
      ],
      [
        'in the name of a property',
        { type: 'session.update', session: { tools: [{ name: 'f', parameters: { properties: { [word]: {} } } }] } },
      ],
      [
        'in the prompt of a transcription',
        { type: 'session.update', session: { audio: { input: { transcription: { prompt: word } } } } },
      ],
      [
        'in the result of a tool',
        { type: 'conversation.item.create', item: { type: 'function_call_output', call_id: 'c', output: word } },
      ],
      [
        'in the transcript of a sound',
        {
          type: 'conversation.item.create',
          item: { type: 'message', content: [{ type: 'input_audio', transcript: word }] },
        },
      ],
      [
        'in words for one response',
        {
          type: 'response.create',
          response: { input: [{ type: 'message', content: [{ type: 'input_text', text: word }] }] },
        },
      ],
      ['in variables', { type: 'session.update', session: { prompt: { id: 'p', variables: { place: word } } } }],
      ['in a message that nobody knows', { type: 'other', some: [word] }],
    ])('is held back where it holds a word that is not let through: %s', async (_title, event) => {
      const client = await open('plain')
      const asked = upstream().events.length
      client.send(event)
      expect((await client.next('error')).error.code).toBe('sensitive_words_detected')
      client.send({ type: 'session.update', session: { instructions: 'fine' } })
      await client.next('session.updated')
      expect(upstream().events.length).toBe(asked + 1)
      await leave(client)
    })

    it('that is sound alone passes unread, in whatever order its members stand', async () => {
      const client = await open('plain')
      const asked = upstream().events.length
      for (const text of [
        `{${append},"audio":"${sound}"}`,
        `{"audio":"${sound}",${append}}`,
        ` { "event_id" : "e-1" , ${append} , "audio" : "${sound}" } `,
      ]) {
        client.socket.send(text)
      }
      client.send({ type: 'session.update', session: { instructions: 'fine' } })
      await client.next('session.updated')
      expect(upstream().events.length).toBe(asked + 4)
      await leave(client)
    })
  })
})
