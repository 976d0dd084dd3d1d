import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import type { Socket } from 'node:net'
import { expect, it } from 'vitest'
import { answerJson } from '#testing/answering-upstream.ts'
import { chatBody } from '#testing/chat-answers.ts'
import { eachFaultBench } from '#testing/fault-bench.ts'
import { prompt } from '#testing/relay-client.ts'
import { median, processorTime } from '#testing/timing.ts'

const megabyte = 1024 * 1024
const pieces = 2000
/** 32 MB in small pieces: far more than what the network itself holds on two connections. */
const event = `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: 'a' } }], padding: 'a'.repeat(16 * 1024) })}\n\n`

/** They bring a quarter of a gigabyte before they are full. */
const manyStreams = { timeout: 240_000 }

/** A thousand turns without anything new. */
const untilNothingMoves = async (count: () => number): Promise<void> => {
  for (let last = -1; last !== count(); ) {
    last = count()
    for (let turn = 0; turn < 1000; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  }
}

/**
 * Connections to a port that take nothing any more, as those of clients that do not read when the network is full: a
 * thousand of them would fill gigabytes of it first.
 */
const stickNewConnections = (port: string) => {
  const sockets: Socket[] = []
  let isBegun = false
  const stick = (message: unknown) => {
    // seam: what the channel of accepted connections tells
    const { socket } = message as { socket: Socket }
    if (!isBegun || String(socket.localPort) !== port) return
    socket.cork()
    sockets.push(socket)
  }
  subscribe('net.server.socket', stick)
  return {
    begin: () => {
      isBegun = true
      sockets.length = 0
    },
    end: () => {
      isBegun = false
    },
    /** How many hold as much as they are let, and wait. */
    full: () => sockets.filter(({ writableNeedDrain }) => writableNeedDrain).length,
    close: () => {
      unsubscribe('net.server.socket', stick)
    },
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

  it('T44: a thousand clients that do not read keep nobody waiting, and take bounded memory', async ({
    skip,
    onTestFinished,
  }) => {
    const { gateway, key, upstream, call } = bench()
    skip(gateway.plane.database.engine !== 'sqlite', 'it is not about the database')
    const [readers, turns, mostRatio] = [1000, 4, 1.5]
    const small = event.slice(0, 4096).replace(/$/, '"}\n\n')
    const stuck = stickNewConnections(new URL(gateway.url).port)
    onTestFinished(stuck.close)
    let streams = 0
    upstream.does((asked, response) => {
      if (asked.body.stream !== true) return answerJson(response, 200, chatBody({ content: 'Hello.' }))
      streams += 1
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      for (let index = 0; index < 64; index += 1) response.write(small)
    })
    /** What a hundred calls of others take, one after the other: the quickest, the usual, and the processor for all. */
    const others = async () => {
      const times: number[] = []
      const { milliseconds } = await processorTime(async () => {
        while (times.length < 100) {
          const begun = performance.now()
          expect((await call()).status).toBe(200)
          times.push(performance.now() - begun)
        }
      })
      return [Math.min(...times), median(times), milliseconds]
    }
    const open = () =>
      Array.from({ length: readers }, () => {
        const request = httpRequest(`${gateway.url}/v1/chat/completions`, {
          method: 'POST',
          agent: false,
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        })
        request.on('error', () => {}).on('response', (response) => response.on('error', () => {}).pause())
        return request.end(JSON.stringify({ ...prompt, model: 'sole', stream: true }))
      })
    await others()
    const before = process.memoryUsage()
    const ratios: number[] = []
    // In the best of the turns: what else the machine does meets some of them. The slowest of the calls, on a machine
    // that has nothing else to do, are measured by the bench.
    while (ratios.length < turns && !ratios.some((ratio) => ratio < mostRatio)) {
      const alone = await others()
      streams = 0
      stuck.begin()
      const requests = open()
      try {
        await expect.poll(() => streams, manyStreams).toBe(readers)
        stuck.end()
        await expect.poll(() => stuck.full(), manyStreams).toBe(readers)
        const beside = await others()
        ratios.push(Math.max(...beside.map((time, place) => time / (alone[place] ?? 0))))
        const after = process.memoryUsage()
        const taken = after.external + after.heapUsed - before.external - before.heapUsed
        // Upstream and clients are of this process too.
        expect(taken / readers).toBeLessThan(256 * 1024)
      } finally {
        for (const request of requests) request.destroy()
      }
      await gateway.plane.domain.traffic.idle()
    }
    expect(Math.min(...ratios)).toBeLessThan(mostRatio)
  }, 600_000)
})
