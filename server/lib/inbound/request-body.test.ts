import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import {
  brotliCompressSync,
  constants,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
  zstdDecompressSync,
} from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { BodyRefused } from '../body-refused.ts'
import { type BodyLimits, readBody } from './request-body.ts'

const mebibyte = 1024 * 1024
const limits: BodyLimits = { maximumBytes: 32 * mebibyte, deadlineMs: 30_000 }
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

const servers: Server[] = []
const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
  for (const server of servers.splice(0)) {
    server.close()
    server.closeAllConnections()
  }
})

/** A server that reads bodies with these limits, and what became of each. */
const reader = (bodyLimits: BodyLimits, before: (request: IncomingMessage) => Promise<void> = async () => {}) => {
  const outcomes: Promise<Buffer | BodyRefused>[] = []
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    await before(request)
    const outcome = Promise.resolve(readBody(request, bodyLimits)).catch((error: unknown) => {
      if (error instanceof BodyRefused) return error
      throw error
    })
    outcomes.push(outcome)
    const body = await outcome
    if (body instanceof BodyRefused) response.writeHead(400).end(body.reason)
    else response.end(`${body.length} ${hashOf(body)}`)
  }
  const server = createServer(answer)
  servers.push(server)
  return new Promise<{ port: number; outcomes: typeof outcomes }>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve({ port: (server.address() as AddressInfo).port, outcomes }))
  })
}

const post = async (port: number, body: Buffer | ReadableStream, headers: Record<string, string> = {}) => {
  const response = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body, headers, duplex: 'half' })
  return { status: response.status, text: await response.text() }
}

const raw = (port: number, text: string): Socket => {
  const socket = connect(port, '127.0.0.1', () => socket.write(text))
  socket.on('error', () => {})
  sockets.push(socket)
  return socket
}

const chunked = (...chunks: Buffer[]) =>
  new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })

describe('request body', () => {
  it('is read whole, whatever its size and pieces', async () => {
    const { port } = await reader(limits)
    for (const size of [0, 1, 1024, 70_000, 3 * mebibyte]) {
      const bytes = Buffer.alloc(size, 'sluice')
      const whole = { status: 200, text: `${size} ${hashOf(bytes)}` }
      expect(await post(port, bytes)).toEqual(whole)
      expect(await post(port, chunked(bytes.subarray(0, size / 3), bytes.subarray(size / 3)))).toEqual(whole)
    }
  })

  it('is read whole when all of it has come, in however many pieces, before anybody asks for it', async () => {
    const { port } = await reader(limits, async (request) => {
      while (!request.complete) await new Promise((resolve) => setImmediate(resolve))
    })
    // More than is read from a connection at a time.
    const bytes = Buffer.alloc(80_000, 'sluice')
    const head = `POST / HTTP/1.1\r\nhost: a\r\nconnection: close\r\ncontent-length: ${bytes.length}\r\n\r\n`
    const socket = raw(port, '')
    socket.write(Buffer.concat([Buffer.from(head), bytes]))
    const answer = await new Response(socket).text()
    expect(answer).toContain(`${bytes.length} ${hashOf(bytes)}`)
  })

  it('T42: one byte over the limit is refused, by its length or while it comes; the limit itself passes', async () => {
    const { port } = await reader({ ...limits, maximumBytes: 1000 })
    expect((await post(port, Buffer.alloc(1000))).status).toBe(200)
    expect(await post(port, Buffer.alloc(1001))).toEqual({ status: 400, text: 'too_large' })
    expect((await post(port, chunked(Buffer.alloc(999), Buffer.alloc(1)))).status).toBe(200)
    expect(await post(port, chunked(Buffer.alloc(999), Buffer.alloc(2)))).toEqual({ status: 400, text: 'too_large' })
  })

  it('T42: a length over the limit is refused before anything is read', async () => {
    const { port, outcomes } = await reader({ ...limits, maximumBytes: 1000 })
    raw(port, 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999\r\n\r\n')
    await expect.poll(() => outcomes.length).toBe(1)
    expect(await outcomes[0]).toMatchObject({ reason: 'too_large' })
  })

  it('T42: a client that goes on sending after its refusal is cut off', async () => {
    const { port } = await reader({ ...limits, maximumBytes: 1000 })
    const socket = raw(port, `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${64 * mebibyte}\r\n\r\n`)
    const closed = new Promise((resolve) => socket.on('close', resolve))
    const piece = Buffer.alloc(mebibyte)
    const send = (error?: Error | null) => {
      if (!error && socket.writable) socket.write(piece, send)
    }
    socket.on('connect', () => send())
    await closed
    expect(socket.bytesWritten).toBeLessThan(40 * mebibyte)
  })

  it('T43: a body in a million pieces takes little more than its bytes', async () => {
    const requests: IncomingMessage[] = []
    const { port, outcomes } = await reader({ ...limits, maximumBytes: 1_000_000 }, async (request) => {
      requests.push(request)
    })
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc')
    const held = () => {
      collect()
      const { heapUsed, external } = process.memoryUsage()
      return heapUsed + external
    }
    const head = 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n'
    const pieces = '1\r\nx\r\n'.repeat(1_000_000)
    const before = held()
    const socket = raw(port, head + pieces)
    await expect.poll(() => requests[0]?.socket.bytesRead).toBe(head.length + pieces.length)
    expect(held() - before).toBeLessThan(20 * mebibyte)
    expect(requests[0]?.complete).toBe(false)
    socket.write('1\r\nx\r\n')
    await expect.poll(() => outcomes.length).toBe(1)
    expect(await outcomes[0]).toMatchObject({ reason: 'too_large' })
  })

  it('T43: what came of a body is let go of when it is refused, although its client stays', async () => {
    const requests: IncomingMessage[] = []
    const { port, outcomes } = await reader({ ...limits, maximumBytes: 16 * mebibyte }, async (request) => {
      requests.push(request)
    })
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc')
    const bytes = Buffer.alloc(16 * mebibyte)
    const held = () => {
      collect()
      return process.memoryUsage().arrayBuffers
    }
    const before = held()
    const size = bytes.length.toString(16)
    const socket = raw(port, `POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${size}\r\n`)
    socket.once('connect', () => {
      socket.write(bytes)
      socket.write('\r\n1\r\nx\r\n')
    })
    await expect.poll(() => outcomes.length).toBe(1)
    expect(await outcomes[0]).toMatchObject({ reason: 'too_large' })
    // Its client may stay as long as it likes.
    expect(requests[0]?.destroyed).toBe(false)
    await expect.poll(() => held() - before).toBeLessThan(4 * mebibyte)
  })

  it('T43: every known encoding is undone', async () => {
    const { port } = await reader(limits)
    const bytes = Buffer.from(JSON.stringify({ text: 'a flood gate '.repeat(2000), numbers: [1, 2, 3] }))
    const encoded = {
      gzip: gzipSync(bytes),
      'X-Gzip': gzipSync(bytes),
      deflate: deflateSync(bytes),
      ' br ': brotliCompressSync(bytes),
      zstd: zstdCompressSync(bytes),
      identity: bytes,
    }
    for (const [encoding, body] of Object.entries(encoded)) {
      const reply = await post(port, body, { 'content-encoding': encoding })
      expect(reply, encoding).toEqual({ status: 200, text: `${bytes.length} ${hashOf(bytes)}` })
    }
    const bare = await post(port, deflateRawSync(bytes), { 'content-encoding': 'deflate' })
    expect(bare.status).toBe(200)
  })

  it('T43: small bodies of blanks pass although they compress a thousandfold', async () => {
    const { port } = await reader(limits)
    const bytes = Buffer.alloc(60_000, ' ')
    expect((await post(port, gzipSync(bytes), { 'content-encoding': 'gzip' })).status).toBe(200)
  })

  it('T43: a body that decodes to more than the cap, or to more than a hundred times itself, is refused without being held', async () => {
    const { port } = await reader(limits)
    const zeros = Buffer.alloc(128 * mebibyte)
    const bombs = {
      gzip: gzipSync(zeros, { level: 9 }),
      deflate: deflateSync(zeros, { level: 9 }),
      br: brotliCompressSync(zeros, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
      zstd: zstdCompressSync(zeros),
    }
    const before = process.memoryUsage().rss
    let highest = before
    for (const [encoding, body] of Object.entries(bombs)) {
      expect(body.length).toBeLessThan(200_000)
      const reply = await post(port, body, { 'content-encoding': encoding })
      expect(reply, encoding).toEqual({ status: 400, text: 'too_large' })
      highest = Math.max(highest, process.memoryUsage().rss)
    }
    expect(highest - before).toBeLessThan(40 * mebibyte)

    const small = await reader({ ...limits, maximumBytes: mebibyte })
    const random = Buffer.alloc(2 * mebibyte, 'not very random')
    expect((await post(small.port, gzipSync(random), { 'content-encoding': 'gzip' })).text).toBe('too_large')
  })

  it('T43: truncated and damaged bodies are refused', async () => {
    const { port } = await reader(limits)
    const bytes = Buffer.from('a flood gate '.repeat(5000))
    const whole = {
      gzip: gzipSync(bytes),
      deflate: deflateSync(bytes),
      br: brotliCompressSync(bytes),
      zstd: zstdCompressSync(bytes),
    }
    for (const [encoding, body] of Object.entries(whole)) {
      for (const broken of [
        body.subarray(0, -5),
        body.subarray(0, 12),
        body.subarray(0, 0),
        Buffer.from('plain text'),
      ]) {
        const reply = await post(port, broken, { 'content-encoding': encoding })
        expect(reply, `${encoding} ${broken.length}`).toEqual({ status: 400, text: 'malformed' })
      }
    }
  })

  it('T43: nested and unknown encodings are refused', async () => {
    const { port } = await reader(limits)
    const twice = gzipSync(gzipSync('hello'))
    for (const encoding of ['gzip, gzip', 'gzip,gzip', 'identity, gzip', 'compress', 'exi', '*', 'toString']) {
      const reply = await post(port, twice, { 'content-encoding': encoding })
      expect(reply, encoding).toEqual({ status: 400, text: 'encoding_unsupported' })
    }
  })

  it('T43: a zstd frame that asks for a window of 128 MB is refused', async () => {
    const { port } = await reader(limits)
    const frame = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x88, 0x43, 0x00, 0x00, 0x61])
    expect(zstdDecompressSync(frame).toString()).toBe('aaaaaaaa')
    expect((await post(port, frame, { 'content-encoding': 'zstd' })).text).toBe('malformed')
  })

  it('T44: a body that stops coming is cut off at the deadline', async () => {
    const { port, outcomes } = await reader({ ...limits, deadlineMs: 100 })
    raw(port, 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc')
    await expect.poll(() => outcomes.length).toBe(1)
    expect(await outcomes[0]).toMatchObject({ reason: 'too_slow' })
  })

  it('T44: a body that drips is cut off, one that flows may take as long as the deadline lets it', async () => {
    const { port, outcomes } = await reader({ ...limits, deadlineMs: 1200, minimumRate: 1000 })
    const drip = (bytes: number) => {
      const socket = raw(port, 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n')
      const timer = setInterval(() => socket.write(Buffer.alloc(bytes)), 10)
      socket.on('close', () => clearInterval(timer))
      return performance.now()
    }
    const durations: number[] = []
    for (const bytes of [1, 200]) {
      const started = drip(bytes)
      await expect.poll(() => outcomes.length).toBe(durations.length + 1)
      expect(await outcomes[durations.length]).toMatchObject({ reason: 'too_slow' })
      durations.push(performance.now() - started)
    }
    expect(durations[1]).toBeGreaterThan(1100)
    expect(durations[0]).toBeLessThan(durations[1] ?? 0)
  })

  it('tells that the client went away', async () => {
    const { port, outcomes } = await reader(limits)
    const socket = raw(port, 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc')
    await expect.poll(() => outcomes.length).toBe(1)
    socket.destroy()
    expect(await outcomes[0]).toMatchObject({ reason: 'client_gone' })
  })
})
