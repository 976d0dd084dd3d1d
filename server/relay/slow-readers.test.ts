import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { expect, it } from 'vitest'
import { eachFaultBench } from '#testing/fault-bench.ts'
import { prompt } from '#testing/relay-client.ts'

const megabyte = 1024 * 1024
const pieces = 2000
/** 32 MB in small pieces: far more than what the network itself holds on two connections. */
const event = `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: 'a' } }], padding: 'a'.repeat(16 * 1024) })}\n\n`

/** A thousand turns without anything new. */
const untilNothingMoves = async (count: () => number): Promise<void> => {
  for (let last = -1; last !== count(); ) {
    last = count()
    for (let turn = 0; turn < 1000; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  }
}

eachFaultBench([], (bench) => {
  it('an upstream is held up by a client that does not read, and goes on when it does', async () => {
    const { gateway, key, upstream } = bench()
    let sent = 0
    upstream.does(async (_call, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      for (; sent < pieces && !response.destroyed; sent += 1) {
        if (!response.write(event)) await once(response, 'drain')
      }
      response.end('data: [DONE]\n\n')
    })
    const request = httpRequest(`${gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    })
    request.end(JSON.stringify({ ...prompt, model: 'sole', stream: true }))
    const [response] = await once(request, 'response')
    response.pause()
    await untilNothingMoves(() => sent)
    expect(sent * event.length).toBeLessThan(24 * megabyte)
    let received = 0
    let end = ''
    response.on('data', (chunk: Buffer) => {
      received += chunk.length
      end = chunk.toString().slice(-14)
    })
    response.resume()
    await once(response, 'end')
    expect([sent, end]).toEqual([pieces, 'data: [DONE]\n\n'])
    expect(received).toBeGreaterThanOrEqual(pieces * 16 * 1024)
  })
})
