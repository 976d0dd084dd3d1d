import { afterEach, describe, expect, it } from 'vitest'
import { protocolOf } from '#protocols/index.ts'
import { type Answer, answerJson } from '#testing/answering-upstream.ts'
import { chatBody, chatEvents } from '#testing/chat-answers.ts'
import { eachFaultBench } from '#testing/fault-bench.ts'
import { callPath, prompt, type RelayAnswer } from '#testing/relay-client.ts'

const words = ['Water', ' finds', ' its', ' way.']
const chat = protocolOf('openai-chat')
const messages = protocolOf('anthropic-messages')
const nobodyForesaw = 'nobody foresaw this'

const fail = () => {
  throw new TypeError(nobodyForesaw)
}
const heal: (() => void)[] = []
/** Has a part of ours fail until the test is over. */
const breakPart = (owner: object, name: string, by: () => unknown = fail) => {
  const sound: unknown = Reflect.get(owner, name)
  heal.push(() => Reflect.set(owner, name, sound))
  Reflect.set(owner, name, by)
}
afterEach(() => {
  for (const mend of heal.splice(0)) mend()
})

const clientOf = ({ common }: typeof chat): object => (common?.kind === 'chat' ? common.client : {})
const upstreamOf = ({ common }: typeof chat): object => (common?.kind === 'chat' ? (common.upstream ?? {}) : {})

const whole: Answer = (_call, response) => answerJson(response, 200, chatBody({ content: words.join('') }))

/** The first event, and the others when it is surely read. */
const inTwo: Answer = async (_call, response) => {
  const [first = '', ...rest] = chatEvents(words)
  response.writeHead(200, { 'content-type': 'text/event-stream' }).write(first)
  await new Promise((resolve) => setTimeout(resolve, 50))
  response.end(rest.join(''))
}
const atOnce: Answer = (_call, response) =>
  void response.writeHead(200, { 'content-type': 'text/event-stream' }).end(chatEvents(words).join(''))

eachFaultBench([], (bench) => {
  const ask = async (does: Answer, path: string, body: object) => {
    const { gateway, key, upstream, rows } = bench()
    upstream.does(does)
    const before = (await rows()).total
    const asked = upstream.calls.length
    const linesBefore = gateway.logLines.length
    const answer = await callPath(gateway, key, path, { model: 'sole', max_tokens: 99, ...prompt, ...body })
    const charged = (await rows()).total - before
    const errors = gateway.logLines.slice(linesBefore).filter((line) => line.includes('"level":"error"'))
    return { answer, charged, errors, asked: upstream.calls.length - asked }
  }

  const expectLogged = (errors: readonly string[], { requestId }: RelayAnswer) => {
    expect(errors).toHaveLength(1)
    expect(JSON.parse(errors[0] ?? '')).toMatchObject({
      requestId,
      error: { name: 'TypeError', message: nobodyForesaw },
    })
  }

  const expectTold = (error: unknown, { requestId }: RelayAnswer) =>
    expect(error).toMatchObject({ message: expect.stringContaining(`(request id: ${requestId})`) })

  describe('a fault of our own', () => {
    it.each([
      ['is read', upstreamOf(chat), 'readReply'],
      ['is written', clientOf(messages), 'writeReply'],
    ])('T50: while an answer %s is told as one, costs nothing, and is in the log', async (_title, owner, name) => {
      breakPart(owner, name)
      const { answer, charged, errors, asked } = await ask(whole, '/v1/messages', {})
      expect([answer.status, answer.json.error.type, charged, asked]).toEqual([500, 'api_error', 0, 1])
      expectTold(answer.json.error, answer)
      expectLogged(errors, answer)
    })

    it('T50: while a large answer is translated in steps is told as one', async () => {
      breakPart(clientOf(messages), 'writeReply')
      const large: Answer = (_call, response) => answerJson(response, 200, chatBody({ content: 'w'.repeat(2 ** 21) }))
      const { answer, charged, errors, asked } = await ask(large, '/v1/messages', {})
      expect([answer.status, answer.json.error.type, charged, asked]).toEqual([500, 'api_error', 0, 1])
      expectLogged(errors, answer)
    })

    it('T50: while an answer passes through is told as one', async () => {
      breakPart(chat.reply, 'usage')
      const { answer, charged, errors } = await ask(whole, '/v1/chat/completions', {})
      expect([answer.status, answer.json.error.code, charged]).toEqual([500, 'internal', 0])
      expectTold(answer.json.error, answer)
      expectLogged(errors, answer)
    })

    it('T50: before anything of a stream was told is told as one', async () => {
      breakPart(upstreamOf(chat), 'createReader', () => ({ push: fail, end: () => [], finished: () => false }))
      const { answer, charged, errors } = await ask(atOnce, '/v1/messages', { stream: true })
      expect([answer.status, answer.json.error.type, charged]).toEqual([500, 'api_error', 0])
      expectTold(answer.json.error, answer)
      expectLogged(errors, answer)
    })

    it('T50: within a stream ends it with an error, and what was told is paid', async () => {
      const createReader = Reflect.get(upstreamOf(chat), 'createReader')
      breakPart(upstreamOf(chat), 'createReader', () => {
        const reader = createReader()
        let pushed = 0
        const push = (chunk: Buffer) => {
          pushed += 1
          return pushed === 1 ? reader.push(chunk) : fail()
        }
        return { ...reader, push }
      })
      const { answer, charged, errors } = await ask(inTwo, '/v1/messages', { stream: true })
      const told = answer.text
        .split('\n')
        .flatMap((line) => (line.startsWith('data: ') ? [JSON.parse(line.slice(6))] : []))
      expect(told.map(({ delta }) => delta?.text ?? '').join('')).toBe(words[0])
      expect(told.at(-1)).toMatchObject({ type: 'error', error: { type: 'api_error' } })
      expectTold(told.at(-1).error, answer)
      expectLogged(errors, answer)
      const row = await bench().rowOf(answer.requestId)
      const { prompt: read, output } = await bench().estimateOf(words.slice(0, 1))
      expect([charged, row.quota]).toEqual([1, read + output])
      expect(JSON.parse(row.other)).toMatchObject({ stream_error: 'internal_error', estimated: true })
    })

    it('T50: while a channel is tested is in the log', async () => {
      breakPart(chat.reply, 'usage')
      const { gateway, root, upstream, addChannel } = bench()
      const id = await addChannel({ base_url: upstream.url, models: 'tested' })
      upstream.does(whole)
      const linesBefore = gateway.logLines.length
      expect(await root.get(`/api/channel/test/${id}`)).toMatchObject({ success: false })
      const errors = gateway.logLines.slice(linesBefore).filter((line) => line.includes('"level":"error"'))
      expect(errors.map((line) => JSON.parse(line))).toMatchObject([{ channel: id, error: { message: nobodyForesaw } }])
      await root.remove(`/api/channel/${id}`)
    })
  })

  it.each<[string, Answer]>([
    ['broken JSON', (_call, response) => void response.writeHead(200).end('{"choices":[')],
    ['another shape', (_call, response) => answerJson(response, 200, { choices: 'none' })],
    ['much broken JSON', (_call, response) => void response.writeHead(200).end(`{"choices":["${'w'.repeat(2 ** 21)}`)],
    ['a page', (_call, response) => void response.writeHead(200).end('<html>')],
  ])('T46: %s stays a fault of the upstream, in another dialect too, and no error of ours', async (_title, does) => {
    const { answer, errors } = await ask(does, '/v1/messages', {})
    expect([answer.status, errors]).toEqual([502, []])
  })
})
