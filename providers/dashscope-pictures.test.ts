import { request } from 'node:http'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Told, VendorCall } from '#testing/vendor-server.ts'
import { vendorBench } from '#testing/vendor-suite.ts'

const model = 'wan2.2-t2i-flash'
const prompt = 'A gate in the rain.'
const id = 'a8532587-fa8c-4ef8-82be-0c46b17950d1'
const address = (name: string) => `https://dashscope-result.example/${name}.png`

const told = (output: object, more: object = {}): Told => ({ body: { request_id: 'r-1', output, ...more } })
const waiting = told({ task_id: id, task_status: 'PENDING' })
const running = told({ task_id: id, task_status: 'RUNNING', submit_time: '2026-11-26 10:00:00.000' })
const done = (...results: object[]) =>
  told({ task_id: id, task_status: 'SUCCEEDED', results }, { usage: { image_count: results.length } })

describe('a task that makes pictures', () => {
  const bench = vendorBench([model, 'wanx-v1'], { type: 17, key: 'sk-d' })
  /** What it is told at each question, the last one for ever. */
  let answers: Told[]
  let taking: (call: VendorCall) => Told
  let asked: VendorCall[]
  beforeEach(() => {
    asked = []
    taking = () => waiting
    answers = [done({ orig_prompt: prompt, url: address('1') })]
    bench().vendor.tell((call) => {
      asked.push(call)
      return replay(call)
    })
  })

  /** As the vendor documents it: what is not asked in just this way is not answered. */
  const replay = (call: VendorCall): Told => {
    const { 'content-type': type, 'x-dashscope-async': isLater, accept } = call.headers
    const place = `${call.method} ${call.path}`
    if (call.key !== 'sk-d')
      return { status: 401, body: { code: 'InvalidApiKey', message: 'Invalid API-key provided.' } }
    if (place === 'POST /api/v1/services/aigc/text2image/image-synthesis') {
      if (isLater !== 'enable') {
        const message = 'current user api does not support synchronous calls.'
        return { status: 403, body: { code: 'AccessDenied', message } }
      }
      return type === 'application/json' ? taking(call) : { status: 415, body: {} }
    }
    const isBare =
      call.bytes.length === 0 && type === undefined && accept !== 'text/event-stream' && isLater === undefined
    if (!isBare) return { status: 400, body: { code: 'InvalidParameter', message: 'more than was to be asked' } }
    if (place === `GET /api/v1/tasks/${id}`) return (answers.length > 1 ? answers.shift() : answers[0]) ?? running
    if (place === `POST /api/v1/tasks/${id}/cancel`) return { body: { request_id: 'r-2' } }
    return { status: 404, body: { code: 'NotFound', message: place } }
  }
  const ask = (asks: object = {}) => bench().call({ model, prompt, ...asks }, '/v1/images/generations')
  const places = () => asked.map(({ method, path }) => `${method} ${path}`)

  it('is handed in to the letter, asked about until it is done, and paid by the piece', async () => {
    answers = [waiting, running, done({ url: address('1') }, { url: address('2') })]
    const answer = await ask({ n: 2, size: '1024x768', seed: 7, negative_prompt: 'sun', prompt_extend: false })
    expect([answer.status, answer.json.data]).toEqual([200, [{ url: address('1') }, { url: address('2') }]])
    expect(asked[0]?.text).toBe(
      '{"model":"wan2.2-t2i-flash","input":{"prompt":"A gate in the rain.","negative_prompt":"sun"},' +
        '"parameters":{"n":2,"size":"1024*768","prompt_extend":false,"seed":7}}',
    )
    expect(places().slice(1)).toEqual(Array(3).fill(`GET /api/v1/tasks/${id}`))
    expect(await bench().rowOf(answer)).toMatchObject({ quota: 2 * 1250, completion_tokens: 0 })
  })

  it('costs what of it was made, where some pictures failed', async () => {
    answers = [done({ url: address('1') }, { code: 'InternalError.Timeout', message: 'An internal timeout error' })]
    const answer = await ask({ n: 2 })
    expect(answer.json.data).toEqual([{ url: address('1') }])
    expect(await bench().rowOf(answer)).toMatchObject({ quota: 1250 })
  })

  it('goes on although it cannot be asked about for a moment', async () => {
    answers = [{ status: 502, type: 'text/html', body: '<html>Bad Gateway</html>' }, done({ url: address('1') })]
    const answer = await ask()
    expect([answer.status, answer.json.data]).toEqual([200, [{ url: address('1') }]])
  })

  const inspected = { code: 'DataInspectionFailed', message: 'Output data may contain inappropriate content.' }
  it.each([
    ['fails as a whole', () => told({ task_id: id, task_status: 'FAILED', ...inspected })],
    ['has failed in every picture', () => done(inspected, inspected)],
  ])('that %s is an error in the words of the vendor, and costs nothing', async (_, failed) => {
    answers = [failed()]
    const answer = await ask()
    expect([answer.status, answer.json.error.message]).toEqual([400, expect.stringContaining('inappropriate content')])
    expect(await bench().rowOf(answer)).toBeUndefined()
  })

  it('that nobody knows any more is an error, and costs nothing', async () => {
    answers = [told({ task_id: id, task_status: 'UNKNOWN' })]
    const answer = await ask()
    expect([answer.status, answer.json.error.message]).toEqual([502, expect.any(String)])
    expect(await bench().rowOf(answer)).toBeUndefined()
  })

  it('that is not taken is refused at once', async () => {
    const body = { code: 'Throttling.RateQuota', message: 'Requests rate limit exceeded.' }
    taking = () => ({ status: 429, body })
    const answer = await ask()
    expect([answer.status, answer.json.error.message]).toEqual([429, expect.stringContaining('overloaded')])
    expect(places()).not.toContain(`GET /api/v1/tasks/${id}`)
    expect(await bench().rowOf(answer)).toBeUndefined()
  })

  it.each([
    ['letters instead of addresses', { response_format: 'b64_json' }, 'response_format'],
    ['a wish of the other kind', { n: 'two' }, 'n'],
  ])('is not handed in with %s', async (_, asks, parameter) => {
    const answer = await ask(asks)
    expect([answer.status, answer.json.error.message]).toEqual([400, expect.stringMatching(new RegExp(parameter))])
    expect(asked).toEqual([])
  })

  /** Leaves once the vendor has answered the first question about the task. */
  const leaveEarly = async (): Promise<void> => {
    const { gateway, key } = bench()
    const isAsked = new Promise<void>((resolve) => {
      bench().vendor.tell((call) => {
        asked.push(call)
        if (call.method === 'GET') resolve()
        return replay(call)
      })
    })
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const call = request(`${gateway.url}/v1/images/generations`, { method: 'POST', headers })
    call.end(JSON.stringify({ model, prompt }))
    await isAsked
    const isClosed = new Promise((resolve) => call.on('error', () => {}).on('close', resolve))
    call.destroy()
    await isClosed
  }
  const balance = () => bench().gateway.plane.domain.ledger.balance(1)

  it('is taken back when its client leaves while it waits, and nothing of it is paid or held', async () => {
    const before = await balance()
    answers = [waiting]
    await leaveEarly()
    await expect.poll(balance, { timeout: 15_000 }).toBe(before)
    expect(places().at(-1)).toBe(`POST /api/v1/tasks/${id}/cancel`)
  })

  it('is made and paid all the same when its client leaves while it is being made', async () => {
    const before = await balance()
    answers = [running, running, done({ url: address('1') })]
    await leaveEarly()
    const { domain } = bench().gateway.plane
    await expect.poll(() => answers.length, { timeout: 15_000 }).toBe(1)
    await expect.poll(balance, { timeout: 15_000 }).toBe(before - 1250)
    await domain.ledger.drain()
    expect(places()).not.toContain(`POST /api/v1/tasks/${id}/cancel`)
  })

  it('is handed in beside an address of the native interface, and of the other one', async () => {
    const { url } = bench().vendor
    for (const [place, name] of [
      ['/api/v1', 'native'],
      ['/compatible-mode/v1', 'compatible'],
    ] as const) {
      const model_mapping = JSON.stringify({ [name]: 'wanx-v1' })
      await bench().addChannel({ type: 17, key: 'sk-d', models: name, model_mapping, base_url: url + place })
      const root = await bench().gateway.asRoot()
      await root.put('/api/option/', { key: 'ModelPrice', value: JSON.stringify({ native: 0.01, compatible: 0.01 }) })
      const answer = await bench().call({ model: name, prompt }, '/v1/images/generations')
      expect([name, answer.status]).toEqual([name, 200])
      expect(await bench().rowOf(answer)).toMatchObject({ quota: 5000 })
    }
  })
})
