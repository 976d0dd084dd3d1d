import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http'
import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listenLocally } from '#testing/local-server.ts'
import { sendPieces } from './send-pieces.ts'

const count = 60
const piece = Buffer.alloc(1024 * 1024, 'x')

describe('a file that is sent piece by piece', () => {
  const server = createServer()
  let [url, close] = ['', async () => {}]
  let sent = 0
  const pieces = async function* () {
    for (sent = 0; sent < count; sent += 1) {
      await turn()
      yield piece
    }
  }
  beforeAll(async () => {
    ;({ url, close } = await listenLocally(server))
  })
  afterAll(() => close())

  const begin = async () => {
    const begun = new Promise<ServerResponse>((resolve) => server.once('request', (_, response) => resolve(response)))
    const answered = new Promise<IncomingMessage>((resolve) => get(url, resolve))
    const response = await begun
    const listeners = response.listenerCount('close')
    const sending = sendPieces(response, [], pieces())
    const answer = await answered
    return { response, sending, answer, added: () => response.listenerCount('close') - listeners }
  }

  it('waits for its reader after each, and leaves nothing behind of any wait', async () => {
    const { sending, answer, added } = await begin()
    let [bytes, most] = [0, 0]
    for await (const chunk of answer) {
      bytes += chunk.length
      most = Math.max(most, added())
    }
    await sending
    expect(bytes).toBe(count * piece.length)
    expect(most).toBeLessThanOrEqual(1)
  })

  it('is no longer read when its reader goes', async () => {
    const { sending, answer } = await begin()
    answer.destroy()
    await sending
    expect(sent).toBeLessThan(count)
  })
})
