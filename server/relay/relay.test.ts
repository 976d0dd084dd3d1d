import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { eachRelayBench } from '#testing/relay-bench.ts'
import { addRelayChannel, addRelayToken, callRelay, prompt } from '#testing/relay-client.ts'
import { upstreamUsage } from '#testing/upstream.ts'

const cost = upstreamUsage.total_tokens

eachRelayBench(({ gateway, root, upstream, channel, token, call, lastRow, spent }) => {
  describe('a call', () => {
    it('passes the answer on byte for byte, charges it and writes its row', async () => {
      const answer = await call({ model: 'plain', seed: 7, odd: { field: [1] } })
      expect(answer.status).toBe(200)
      expect(answer.json).toMatchObject({ object: 'chat.completion', usage: upstreamUsage })
      expect(upstream().calls.at(-1)?.body).toMatchObject({ model: 'plain', seed: 7, odd: { field: [1] } })
      expect(upstream().calls.at(-1)?.headers.authorization).toBe('Bearer sk-upstream')
      expect(answer.headers.get('server-timing')).toMatch(
        /auth;dur=.*hold;dur=.*route;dur=.*upstream;dur=.*settle;dur=/,
      )
      const row = await lastRow(answer.requestId)
      expect(row).toMatchObject({
        quota: cost,
        prompt_tokens: 10,
        completion_tokens: 10,
        model_name: 'plain',
        token_name: 'token',
        username: 'root',
        group: 'default',
        channel: channel(),
        is_stream: false,
        content: 'model ratio 1, completion ratio 1, group ratio 1',
      })
      expect(JSON.parse(row.other)).toMatchObject({
        group: 'default',
        model_ratio: 1,
        completion_ratio: 1,
        group_ratio: 1,
        model_price: -1,
        admin_info: { use_channel: [String(channel())], attempts: [{ channel: channel(), status: 200 }] },
      })
    })

    it('is refused where the group of its key may not be used any more, or has no ratio any more', async () => {
      const set = (key: string, value: object) => root().put('/api/option/', { key, value: JSON.stringify(value) })
      const [ratios, groups] = [
        { default: 1, lab: 1 },
        { default: 'Default', lab: 'Lab' },
      ]
      await set('GroupRatio', ratios)
      await set('UserUsableGroups', groups)
      await addRelayChannel(root(), { base_url: upstream().url, models: 'plain', group: 'lab' })
      const { key } = await addRelayToken(root(), { group: 'lab' })
      const asked = async () => {
        const { status, json } = await callRelay(gateway(), key, { model: 'plain' })
        return [status, json.error?.code]
      }
      const forbidden = [403, 'group_forbidden']
      expect(await asked()).toEqual([200, undefined])
      await set('UserUsableGroups', { default: 'Default' })
      expect(await asked()).toEqual(forbidden)
      await set('UserUsableGroups', groups)
      expect(await asked()).toEqual([200, undefined])
      await set('GroupRatio', { default: 1 })
      expect(await asked()).toEqual(forbidden)
    })

    it('streams, hiding the usage from a client that did not ask for it', async () => {
      const answer = await call({ model: 'plain', stream: true })
      expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
      expect(answer.headers.get('x-accel-buffering')).toBe('no')
      expect(answer.text.endsWith('data: [DONE]\n\n')).toBe(true)
      expect(answer.text).not.toContain('"prompt_tokens"')
      expect(upstream().calls.at(-1)?.body).toMatchObject({ stream_options: { include_usage: true } })
      expect(await lastRow(answer.requestId)).toMatchObject({ quota: cost, is_stream: true })
    })

    it('shows it to one that did', async () => {
      const answer = await call({ model: 'plain', stream: true, stream_options: { include_usage: true } })
      expect(answer.text).toContain(JSON.stringify(upstreamUsage))
    })

    it('estimates what a stream without usage used, and says so', async () => {
      const rowOfCall = async () => lastRow((await call({ model: 'silent', stream: true })).requestId)
      // Before the counter is loaded, and on a machine that has no time for it, words are estimated more roughly.
      await expect.poll(async () => (await rowOfCall()).completion_tokens).toBe(10)
      const row = await rowOfCall()
      expect(JSON.parse(row.other).estimated).toBe(true)
      expect(row.quota).toBe(row.prompt_tokens + row.completion_tokens)
    })

    it('keeps what was said when the operator wants it, and not otherwise', async () => {
      const messages = [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: [{ type: 'text', text: 'Is it "wet"?' }] },
        { role: 'assistant', content: 'Yes.' },
        { role: 'user', content: 'And now?' },
      ]
      const said = {
        system_prompt: 'Be brief.',
        context: 'Is it "wet"?\nYes.',
        input_content: 'And now?',
        output_content: 'Water finds its way through the gate, slowly.',
      }
      const plain = await call({ model: 'plain', messages })
      expect(JSON.parse((await lastRow(plain.requestId)).other)).not.toMatchObject({
        input_content: said.input_content,
      })
      await root().put('/api/option/', { key: 'LogChatContentEnabled', value: 'true' })
      for (const stream of [false, true]) {
        const answer = await call({ model: 'plain', messages, stream })
        expect(JSON.parse((await lastRow(answer.requestId)).other)).toMatchObject(said)
      }
      await root().put('/api/option/', { key: 'LogChatContentEnabled', value: 'false' })
    })

    it.each([true, false])(
      'answers HTTP/1.0 clients without chunks, and ends their connection: stream %s',
      async (stream) => {
        const { port } = new URL(gateway().url)
        const socket = connect(Number(port), '127.0.0.1')
        const body = JSON.stringify({ ...prompt, model: 'plain', stream })
        const end = stream ? 'data: [DONE]\n\n' : '}'
        const asked =
          `POST /v1/chat/completions HTTP/1.0\r\nauthorization: Bearer ${token().key}\r\n` +
          `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
        socket.write(asked)
        const answers = () => text.split('HTTP/1.1 ').length - 1
        let text = ''
        for await (const piece of socket) {
          text += piece
          if (answers() > 1) break
          // On a connection that is kept it would be answered.
          if (text.endsWith(end)) socket.write(asked, () => {})
        }
        expect([answers(), text.slice(0, 12)]).toEqual([1, 'HTTP/1.1 200'])
        expect(text).toMatch(/^connection: close\r$/im)
        expect(text.toLowerCase()).not.toContain('transfer-encoding')
        expect(text.endsWith(end)).toBe(true)
      },
    )

    it('T47: is charged under an id of our own, whatever id the client sends', async () => {
      const before = await spent()
      const answers = await Promise.all(
        Array.from({ length: 100 }, () =>
          call({ model: 'plain' }, { 'x-request-id': 'mine', 'idempotency-key': 'mine' }),
        ),
      )
      expect(new Set(answers.map(({ requestId }) => requestId)).size).toBe(100)
      expect((await spent()) - before).toBe(100 * cost)
    })

    it('T35: sends an upstream nothing of the client but the body', async () => {
      await call(
        { model: 'plain' },
        { 'x-portkey-custom-host': 'http://evil', cookie: 'session=1', 'openai-organization': 'x' },
      )
      const { headers } = upstream().calls.at(-1) ?? { headers: {} }
      expect(Object.keys(headers).sort()).toEqual(
        ['authorization', 'connection', 'content-length', 'content-type', 'host'].sort(),
      )
    })

    it('maps the model for its channel and says so in the row', async () => {
      await addRelayChannel(root(), {
        base_url: upstream().url,
        models: 'mapped',
        model_mapping: JSON.stringify({ mapped: 'between', between: 'plain' }),
      })
      const answer = await call({ model: 'mapped' })
      expect(upstream().calls.at(-1)?.body.model).toBe('plain')
      const row = await lastRow(answer.requestId)
      expect(row.model_name).toBe('mapped')
      expect(JSON.parse(row.other)).toMatchObject({ is_model_mapped: true, upstream_model_name: 'plain' })
    })
  })
})
