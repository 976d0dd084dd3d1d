import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type AnsweringUpstream, answerJson, startAnsweringUpstream } from '#testing/answering-upstream.ts'
import { chatBody } from '#testing/chat-answers.ts'
import { oneGateway, type TestClient } from '#testing/gateway.ts'
import { addRelayChannel, addRelayToken, callRelay, priceModels, prompt } from '#testing/relay-client.ts'
import { expectSettledBooks } from '#testing/settled-books.ts'

const mebibyte = 1024 * 1024
const blanks = Buffer.alloc(31 * mebibyte, ' ')
const metricsToken = 'token-for-metrics'

oneGateway(
  (gateway) => {
    expectSettledBooks(gateway)

    let upstream: AnsweringUpstream
    let root: TestClient
    let key: string
    const sockets: Socket[] = []

    beforeAll(async () => {
      upstream = await startAnsweringUpstream()
      root = await gateway().asRoot()
      await priceModels(root, ['plain'])
      await root.put('/api/option/', { key: 'ModelPrice', value: '{"free":0}' })
      await addRelayChannel(root, {
        base_url: upstream.url,
        models: 'plain,free',
        model_mapping: '{"free":"plain"}',
      })
      key = (await addRelayToken(root)).key
      return () => upstream.close()
    })
    afterEach(async () => {
      for (const socket of sockets.splice(0)) {
        if (socket.closed) continue
        const closed = once(socket, 'close')
        socket.destroy()
        await closed
      }
      await expect.poll(taken).toBe(0)
    })

    /** What bodies take of the budget just now. */
    const taken = async (): Promise<number> => {
      const answer = await fetch(`${gateway().url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })
      return Number(/^sluice_body_bytes (\d+)$/m.exec(await answer.text())?.[1])
    }

    /** A call whose head is all there is of it so far. */
    const begin = (owner: string, heads: readonly string[], path = '/v1/chat/completions') => {
      const socket = connect(Number(new URL(gateway().url).port), '127.0.0.1').setEncoding('latin1')
      sockets.push(socket)
      let received = ''
      socket
        .on('error', () => {})
        .on('data', (text) => {
          received += text
        })
      const lines = [
        `POST ${path} HTTP/1.1`,
        'Host: a',
        `Authorization: Bearer ${owner}`,
        'Content-Type: application/json',
      ]
      socket.write(`${[...lines, ...heads].join('\r\n')}\r\n\r\n`)
      return { socket, received: () => received }
    }
    const announce = (owner: string, bytes: number, path?: string) => begin(owner, [`Content-Length: ${bytes}`], path)

    /** One of which so much is sent that its end is missing. */
    const sendAlmost = (owner: string, bytes: number, path?: string) => {
      const call = announce(owner, bytes, path)
      call.socket.write(blanks.subarray(0, bytes - 1))
      return call
    }

    /** Another user with enough to pay from. */
    const richUser = async (name: string) => {
      const user = await gateway().asUser(name)
      const { ledger } = gateway().plane.domain
      await ledger.credit({ ref: `test:${name}`, userId: user.userId, kind: 'gift', amount: 1_000_000, operatorId: 1 })
      return (await addRelayToken(user)).key
    }

    describe('a body of somebody without quota', () => {
      it('T43: is refused at its head, however many come at once', async () => {
        const poor = await addRelayToken(await gateway().asUser('poor'))
        const spent = await addRelayToken(root, { unlimited_quota: false, remain_quota: 0 })
        for (const [owner, status] of [
          [poor.key, '403'],
          [spent.key, '40[13]'],
        ] as const) {
          const before = process.memoryUsage().rss
          const calls = Array.from({ length: 25 }, () => announce(owner, 31 * mebibyte))
          for (const { received } of calls) {
            await expect.poll(received).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
            expect(received()).toMatch(/insufficient_quota/)
          }
          expect(process.memoryUsage().rss - before).toBeLessThan(60 * mebibyte)
        }
        const endless = begin(poor.key, ['Transfer-Encoding: chunked'])
        endless.socket.write(`20000\r\n${' '.repeat(0x20000)}\r\n`)
        await expect.poll(endless.received).toMatch(/^HTTP\/1\.1 403 [\s\S]*insufficient_quota/)
      })

      it('is read where it is small, as a model may cost nothing', async () => {
        const { key: owner } = await addRelayToken(await gateway().asUser('poor-too'))
        expect((await callRelay(gateway(), owner, { model: 'free' })).status).toBe(200)
      })
    })

    describe('bodies under way', () => {
      it('T43: that are announced take nothing, and what they send slowly little: they keep nobody out', async () => {
        const owners = [key, await richUser('slow-one'), await richUser('slow-two')]
        const begun = owners.flatMap((owner) => Array.from({ length: 60 }, () => announce(owner, 31 * mebibyte)))
        // Each of them is read by now, as what its connection brought before an ordinary call was.
        expect((await callRelay(gateway(), key, { model: 'plain' })).status).toBe(200)
        await expect.poll(() => begun.every(({ socket }) => !socket.connecting)).toBe(true)
        expect(await taken()).toBe(0)
        for (const { socket } of begun) socket.write('{')
        await expect.poll(taken).toBe(begun.length * 64 * 1024)
        expect(begun.filter(({ received }) => received() !== '')).toEqual([])
        // On a busy machine the first are refused for their pace before the last of these has been read.
        for (const owner of owners) {
          const large = { model: 'plain', user: 'x'.repeat(15 * mebibyte) }
          expect((await callRelay(gateway(), owner, large)).status).toBe(200)
        }
        await expect.poll(taken).toBeLessThanOrEqual(begun.length * 64 * 1024)
        const answers = begun.map(({ received }) => received())
        expect(answers.filter((answer) => answer !== '' && !answer.startsWith('HTTP/1.1 408'))).toEqual([])
      })

      it('T43: that are announced in a size of their own kind take nothing either', async () => {
        const begun = Array.from({ length: 20 }, () => announce(key, 4 * mebibyte))
        for (const { socket } of begun) socket.write('{'.repeat(10))
        await expect.poll(taken).toBe(begun.length * 64 * 1024)
        const large = { model: 'plain', user: 'x'.repeat(15 * mebibyte) }
        expect((await callRelay(gateway(), key, large)).status).toBe(200)
      })

      it('F29 T43: of one user wait for each other and are refused in their dialect, and ordinary calls go on', async () => {
        sendAlmost(key, 31 * mebibyte)
        await expect.poll(taken).toBe(31 * mebibyte)
        const second = sendAlmost(key, 10 * mebibyte)
        const third = sendAlmost(key, 3 * mebibyte, '/v1/messages')
        expect((await callRelay(gateway(), key, { model: 'plain' })).status).toBe(200)
        await expect.poll(second.received).toMatch(/^HTTP\/1\.1 429 [\s\S]*retry-after: 2[\s\S]*rate_limit_exceeded/)
        await expect.poll(third.received).toMatch(/^HTTP\/1\.1 429 [\s\S]*"type":"error"/)
        expect(await taken()).toBe(31 * mebibyte)
      })

      it.each([2, 5])('T43: of %i MB get their room when others go', async (size) => {
        const first = sendAlmost(key, 31 * mebibyte)
        await expect.poll(taken).toBe(31 * mebibyte)
        const text = JSON.stringify({ ...prompt, model: 'plain', user: 'x'.repeat(size * mebibyte) })
        const second = announce(key, text.length)
        second.socket.write(text)
        await expect.poll(taken).toBe(32 * mebibyte)
        expect(second.received()).toBe('')
        first.socket.destroy()
        await expect.poll(second.received).toMatch(/^HTTP\/1\.1 200 /)
      })

      it('F29 T43: of all users together are refused with when to come again', async () => {
        const owners = [await richUser('one'), await richUser('two'), await richUser('three')]
        for (const owner of owners.slice(0, 2)) sendAlmost(owner, 31 * mebibyte)
        await expect.poll(taken).toBe(62 * mebibyte)
        const third = sendAlmost(owners[2] ?? '', 10 * mebibyte)
        await expect.poll(third.received).toMatch(/^HTTP\/1\.1 503 [\s\S]*retry-after: 2[\s\S]*bodies_too_many/)
      })

      it('T43: that wait for each other with no room left are not all refused, and what they take stays bounded', async () => {
        const owners = [key, await richUser('many-one'), await richUser('many-two')]
        const text = Buffer.from(JSON.stringify({ ...prompt, model: 'plain', user: 'x'.repeat(31 * mebibyte) }))
        const calls = Array.from({ length: 9 }, (_, place) => announce(owners[place % 3] ?? '', text.length))
        const open = () => calls.filter(({ received }) => received() === '')
        for (const { socket } of calls) socket.write(text.subarray(0, -1))
        let most = 0
        const isSettled = async () => {
          most = Math.max(most, await taken())
          return open().every(({ socket }) => socket.writableLength === 0)
        }
        await expect.poll(isSettled).toBe(true)
        expect(most).toBeLessThanOrEqual(64 * mebibyte)
        // Two of them have room: it is theirs, and they end as if nobody else had been there.
        expect(open()).toHaveLength(2)
        for (const { socket } of open()) socket.write(text.subarray(-1))
        await expect.poll(() => open().length).toBe(0)
        const answers = calls.map(({ received }) => received())
        expect(answers.filter((answer) => /^HTTP\/1\.1 200 /.test(answer))).toHaveLength(2)
        expect(answers.filter((answer) => /^HTTP\/1\.1 (?:429|503) [\s\S]*retry-after: 2/.test(answer))).toHaveLength(7)
      })

      it('T43: that are packed count as what they become, until their call is over', async () => {
        const waiting: (() => void)[] = []
        upstream.does((_call, response) => {
          waiting.push(() => answerJson(response, 200, chatBody({ content: 'Hello.' })))
        })
        const digits = randomBytes(10 * mebibyte).toString('hex')
        const packed = gzipSync(JSON.stringify({ ...prompt, model: 'plain', user: digits }), { level: 1 })
        const first = begin(key, [`Content-Length: ${packed.length}`, 'Content-Encoding: gzip'])
        first.socket.write(packed)
        await expect.poll(() => waiting).toHaveLength(1)
        expect(packed.length).toBeLessThan(15 * mebibyte)
        const second = sendAlmost(key, 15 * mebibyte)
        await expect.poll(second.received).toMatch(/^HTTP\/1\.1 429 [\s\S]*rate_limit_exceeded/)
        for (const answer of waiting) answer()
        await expect.poll(first.received).toMatch(/^HTTP\/1\.1 200 /)
      })
    })
  },
  { BODY_MEMORY_MB: '64', METRICS_TOKEN: metricsToken },
)
