import { describe, expect, it } from 'vitest'
import { type Answer, answerJson } from '#testing/answering-upstream.ts'
import { oneFaultBench } from '#testing/fault-bench.ts'

const model = 'unfit'
const file = new Blob([Buffer.alloc(16_000)])

/** One question of each kind whose answer is no conversation. */
const questions: Record<string, object | FormData> = {
  '/v1/audio/speech': { model, input: 'Say this.', voice: 'alloy' },
  '/v1/audio/transcriptions': formOf({ model, file }),
  '/v1/audio/translations': formOf({ model, file, response_format: 'text' }),
  '/v1/images/generations': { model, prompt: 'A gate.' },
  '/v1/images/edits': formOf({ model, prompt: 'A gate.', image: file }),
  '/v1/images/variations': formOf({ model, image: file }),
  '/v1/embeddings': { model, input: 'One.' },
  [`/v1beta/models/${model}:embedContent`]: { content: { parts: [{ text: 'One.' }] } },
  '/v1/rerank': { model, query: 'One?', documents: ['One.', 'Two.'] },
  '/v1/moderations': { model, input: 'One.' },
}

function formOf(fields: Record<string, string | Blob>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return form
}

const page = '<!DOCTYPE html><html><script>alert(1)</script></html>'

const unfit: [string, Answer][] = [
  ['a page', (_call, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(page)],
  [
    'a page that is called a sound',
    (_call, response) => response.writeHead(200, { 'content-type': 'audio/mpeg' }).end(page),
  ],
  ['a page that is called nothing', (_call, response) => response.writeHead(200).end(page)],
  ['an empty body', (_call, response) => response.writeHead(200, { 'content-type': 'audio/mpeg' }).end()],
  ['an error', (_call, response) => answerJson(response, 200, { error: { message: 'out of paper' } })],
  ['something else in JSON', (_call, response) => answerJson(response, 200, { status: 'pending' })],
]

oneFaultBench([model], (bench) => {
  const ask = async (path: string) => {
    const { gateway, key } = bench()
    const body = questions[path]
    const isForm = body instanceof FormData
    const headers = { authorization: `Bearer ${key}`, ...(isForm ? {} : { 'content-type': 'application/json' }) }
    const response = await fetch(`${gateway.url}${path}`, {
      method: 'POST',
      headers,
      body: isForm ? body : JSON.stringify(body),
    })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }

  describe.each(Object.keys(questions))('in place of an answer at %s', (path) => {
    it.each(unfit)('T46: %s is an upstream’s fault, costs nothing, and is no page of ours', async (_title, does) => {
      const { upstream, root, addChannel, rows } = bench()
      const id = await addChannel({ base_url: upstream.url, models: model })
      const before = (await rows()).total
      upstream.does(does)
      const { status, headers, text } = await ask(path)
      expect(status).toBeGreaterThanOrEqual(500)
      expect(text).not.toContain('<script')
      expect([headers.get('content-type'), headers.get('x-content-type-options')]).toEqual([
        'application/json',
        'nosniff',
      ])
      expect(headers.get('content-security-policy')).toBe('sandbox')
      expect((await rows()).total).toBe(before)
      await root.remove(`/api/channel/${id}`)
    })
  })

  it('a sound whose name is not known is told as nothing but bytes', async () => {
    const { upstream, root, addChannel } = bench()
    const id = await addChannel({ base_url: upstream.url, models: model })
    const types = [
      ['audio/mpeg', 'audio/mpeg'],
      ['audio/L16; rate=24000', 'audio/L16; rate=24000'],
      ['', 'application/octet-stream'],
      ['image/svg+xml', 'application/octet-stream'],
      ['audio/x-evil', 'application/octet-stream'],
      ['audio/mpeg, text/html', 'application/octet-stream'],
      ['multipart/related; boundary=x', 'application/octet-stream'],
    ]
    for (const [told = '', type] of types) {
      upstream.does((_call, response) => {
        response.writeHead(200, told === '' ? {} : { 'content-type': told }).end(Buffer.alloc(4800))
      })
      const { status, headers } = await ask('/v1/audio/speech')
      expect([told, status, headers.get('content-type'), headers.get('content-security-policy')]).toEqual([
        told,
        200,
        type,
        'sandbox',
      ])
    }
    await root.remove(`/api/channel/${id}`)
  })
})
