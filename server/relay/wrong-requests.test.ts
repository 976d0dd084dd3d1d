import { describe, expect, it } from 'vitest'
import { eachRelayBench } from '#testing/relay-bench.ts'
import { fixedCalls } from './find-endpoint.ts'

eachRelayBench(({ gateway, upstream, token, call, spent }) => {
  describe('a request that is wrong', () => {
    it.each([
      ['no model', { model: undefined }, 400, 'model'],
      ['T14: a negative limit', { model: 'plain', max_tokens: -1 }, 400, 'max_tokens'],
      ['T14: a limit beyond reason', { model: 'plain', max_tokens: 2 ** 31 }, 400, 'max_tokens'],
      ['T14: a limit as text', { model: 'plain', max_tokens: '10' }, 400, 'max_tokens'],
      [
        'T14: a limit without end',
        '{"model":"plain","messages":[{"role":"user","content":"x"}],"max_tokens":1e308}',
        400,
        'max_tokens',
      ],
      ['T14: a limit that is no number', { model: 'plain', max_tokens: 'NaN' }, 400, 'max_tokens'],
      ['T14: a limit of a half', { model: 'plain', max_completion_tokens: 1.5 }, 400, 'max_completion_tokens'],
      ['T13: too many choices', { model: 'plain', n: 1e9 }, 400, 'n'],
      ['T13: less than one choice', { model: 'plain', n: -5 }, 400, 'n'],
      ['T13: choices as text', { model: 'plain', n: '2' }, 400, 'n'],
      ['T13: one choice and a half', { model: 'plain', n: 1.5 }, 400, 'n'],
      ['no messages', { model: 'plain', messages: [] }, 400, 'messages'],
      ['an unknown model', { model: 'nowhere' }, 404, null],
    ])(
      '%s is refused in the shape clients know, and the member at fault is named',
      async (_title, body, status, param) => {
        const before = await spent()
        const answer = await call(body)
        expect(answer.status).toBe(status)
        expect(answer.json).toEqual({
          error: {
            message: expect.stringContaining(answer.requestId),
            type: expect.any(String),
            param,
            code: expect.any(String),
          },
        })
        expect(await spent()).toBe(before)
      },
    )

    it.each([
      ['T41: nested too deeply', '['.repeat(10_000) + ']'.repeat(10_000), 400],
      ['T41: with a key that would reach a prototype', '{"model":"plain","__proto__":{"stream":true}}', 400],
      ['cut off', '{"model":"plain",', 400],
      ['not an object', '[1]', 400],
      ['empty', '', 400],
      ['T42: larger than the limit', `{"model":"plain","x":"${'a'.repeat(33 * 1024 * 1024)}"}`, 413],
    ])('a body %s is refused', async (_title, body, status) => {
      const answer = await call(body)
      expect(answer.status).toBe(status)
      expect(answer.json.error.type).toBe('invalid_request_error')
    })

    it('T41: takes numbers and letters that readers differ in where nothing is priced by them', async () => {
      const body = `{"model":"plain","messages":[{"role":"user","content":"\\ud800"}],"x":1e400,"y":1}`
      expect((await call(body)).status).toBe(200)
      expect(upstream().calls.at(-1)?.text).toContain('"x":1e400,"y":1')
    })

    it('goes on without the mark of byte order that some editors begin a file with', async () => {
      const body = '{"model":"plain","messages":[{"role":"user","content":"x"}]}'
      expect((await call(`\ufeff${body}`)).status).toBe(200)
      expect(upstream().calls.at(-1)?.text.startsWith('{')).toBe(true)
    })

    it.each([
      ['', 'it is empty'],
      ['secret-word=1&model=plain', 'it is a form'],
      ["{'secret-word': 1}", 'line 1, column 2: names and texts stand in straight double quotation marks'],
      ['{"model":"plain",\n"secret-word":1,}', 'line 2, column 16: no comma'],
      ['{"secret-word":True}', 'line 1, column 16: only true, false and null'],
      ['{"secret-word":"a\nb"}', 'line 1, column 18: line breaks'],
      ['{"secret-word":"C:\\d"}', 'line 1, column 19: a backslash'],
      ['{"secret-word":[1,', 'it ends too early'],
      ['{"secret-word" 1}', 'at line 1, column 16'],
    ])('of the body %j the place and the slip are told, and nothing that stands in it', async (body, told) => {
      const { status, json } = await call(body)
      expect([status, json.error.code]).toEqual([400, 'body_malformed'])
      expect(json.error.message).toContain(`The request body is not valid JSON: ${told}`)
      expect(JSON.stringify(json)).not.toContain('secret')
    })

    it('a form is told where JSON is wanted, whatever is called, and read where forms are', async () => {
      const before = [await spent(), upstream().calls.length]
      const taking: string[] = []
      const paths = [...fixedCalls, '/v1beta/models/plain:generateContent', '/v1/messages/count_tokens']
      for (const path of paths) {
        const form = new FormData()
        for (const [name, value] of [
          ['model', 'nowhere'],
          ['prompt', 'x'],
          ['input', 'x'],
        ] as const)
          form.append(name, value)
        form.append(path.includes('/audio/') ? 'file' : 'image', new Blob(['x']), 'x.png')
        const headers = { authorization: `Bearer ${token().key}` }
        const answer = await fetch(gateway().url + path, { method: 'POST', headers, body: form })
        const text = await answer.text()
        if (answer.status === 404) taking.push(path)
        else expect([path, answer.status, text]).toEqual([path, 400, expect.stringContaining('it is a form')])
      }
      expect(taking.map((path) => path.split('/').at(-1))).toEqual([
        'edits',
        'variations',
        'transcriptions',
        'translations',
      ])
      expect([await spent(), upstream().calls.length]).toEqual(before)
    })

    it.each(['[]', '[1]', '"text"', '7', 'null', 'true'])('%s is sound JSON, but no request', async (body) => {
      const { status, json } = await call(body)
      expect([status, json.error.code]).toEqual([400, 'body_not_an_object'])
    })

    it.each([
      ['/gateway/v1/chat/completions', '/v1/chat/completions'],
      ['/v1/gateway/v1/chat/completions/', '/v1/chat/completions'],
      ['/gateway/chat/completions', '/v1/chat/completions'],
      ['/v1/chat/completions/chat/completions', '/v1/chat/completions'],
      ['/V1/Chat/Completions', '/v1/chat/completions'],
      ['/anthropic/messages', '/v1/messages'],
      ['/v1beta2/models/plain:generateContent', '/v1/models/plain:generateContent'],
      ['/v1beta/models/models/plain:generateContent', '/v1/models/plain:generateContent'],
      ['/v1beta/models/plain:generate', undefined],
      ['/v1/nothing', undefined],
      ['/v1', '/v1/chat/completions'],
      ['/v1/', '/v1/chat/completions'],
      ['/openai', '/v1/chat/completions'],
      ['/v1beta', '/v1beta/models/{model}:generateContent'],
      ['/v1/chat/completion', '/v1/chat/completions'],
      ['/v1/chat-completions', '/v1/chat/completions'],
      ['/v1/chatcompletions', '/v1/chat/completions'],
      ['/v1/message', '/v1/messages'],
      ['/v1/embedding', '/v1/embeddings'],
      ['/v1/images/generation', '/v1/images/generations'],
      ['/gateway/v1/embeddings', '/v1/embeddings'],
      ['/gateway/v1/messages', '/v1/messages'],
      ['/v1/gateway/v1beta/models/plain:generateContent', '/v1beta/models/plain:generateContent'],
    ])('a base address that ends elsewhere: POST %s is told %s in its dialect', async (path, right) => {
      const answer = await fetch(gateway().url + path, { method: 'POST', body: '{}' })
      const { error, type } = JSON.parse(await answer.text())
      expect(answer.status).toBe(404)
      expect(error.message).toContain(right === undefined ? `Invalid URL (POST ${path})` : `use ${right}`)
      expect(type).toBe(right === '/v1/messages' && path !== '/v1/message' ? 'error' : undefined)
      if (right?.includes('/models/')) expect(error.status).toBe('NOT_FOUND')
    })

    it('a base address alone, asked for what is there, and lists of models below other addresses, are told theirs', async () => {
      for (const [path, right] of [
        ['/v1', '/v1/models'],
        ['/v1beta/', '/v1beta/models'],
        ['/gateway/v1/models', '/v1/models'],
        ['/gateway/v1beta/models', '/v1beta/models'],
      ] as const) {
        const answer = await fetch(gateway().url + path)
        expect([path, answer.status, await answer.text()]).toEqual([path, 404, expect.stringContaining(`use ${right}`)])
      }
    })

    it('a wrong method is told the right ones, in words and in the header for them', async () => {
      for (const [method, path, allowed] of [
        ['GET', '/v1/chat/completions', 'POST'],
        ['PUT', '/v1/files', 'GET, POST'],
        ['POST', '/v1beta/models', 'GET'],
        ['PATCH', '/v1/files/file-1', 'DELETE, GET'],
        ['DELETE', '/api/chat', 'POST'],
        ['GET', '/v1beta/models/plain:generateContent', 'POST'],
        ['POST', '/healthz', 'GET'],
      ] as const) {
        const answer = await fetch(gateway().url + path, {
          method,
          headers: { authorization: `Bearer ${token().key}` },
        })
        const told = [path, answer.status, answer.headers.get('allow'), await answer.text()]
        expect(told).toEqual([path, 405, allowed, expect.stringContaining(`is not allowed here: use ${allowed}`)])
      }
    })

    it('an unknown path, a wrong method and what is not built are told apart', async () => {
      const ask = async (method: string, path: string) => {
        const response = await fetch(gateway().url + path, {
          method,
          headers: { authorization: `Bearer ${token().key}` },
        })
        return { status: response.status, error: JSON.parse(await response.text()).error }
      }
      expect(await ask('POST', '/v1/nothing')).toMatchObject({ status: 404, error: { code: 'not_found' } })
      expect(await ask('GET', '/v1/chat/completions')).toMatchObject({ status: 405 })
      expect(await ask('POST', '/v1/fine-tunes')).toMatchObject({
        status: 501,
        error: { code: 'endpoint_not_implemented' },
      })
      expect(await ask('GET', '/v1/models/nowhere')).toMatchObject({ status: 404, error: { code: 'model_not_found' } })
    })
  })
})
