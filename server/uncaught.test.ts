import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { setUp } from '#testing/console-client.ts'
import { addChannel, addToken } from '#testing/first-channel.ts'
import { type PacedUpstream, startPacedUpstream } from '#testing/paced-upstream.ts'
import { type ServerProcess, startServerProcess } from '#testing/server-process.ts'
import { findBrokenInvariants } from './db/invariants.ts'
import { openDatabase, sqliteFile } from './db/open.ts'
import { systemClock } from './lib/clock.ts'
import { createLog } from './lib/log.ts'

let upstream: PacedUpstream
let server: ServerProcess
beforeAll(async () => {
  upstream = await startPacedUpstream()
})
afterAll(() => upstream.close())
afterEach(() => server.remove())

const failingProcess = join(import.meta.dirname, '../testing/failing-process.ts')

const start = async (environment: Record<string, string> = {}) => {
  server = await startServerProcess(environment)
  const output = { text: '' }
  server.process.stdout?.on('data', (piece: Buffer) => {
    output.text += piece.toString()
  })
  const root = await setUp(server.url)
  await addChannel(root, { baseUrl: upstream.url, models: ['paced'] })
  const { key } = await addToken(root)
  return { output, key }
}

const ask = (key: string, stream: boolean): Promise<Response> =>
  fetch(`${server.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'paced', stream, messages: [{ role: 'user', content: 'Say something.' }] }),
  })

/** What is charged, in books that add up. */
const charged = async (): Promise<number> => {
  const log = createLog({ level: 'silent' })
  const place = {
    url: undefined,
    file: sqliteFile(server.dataFolder),
  }
  const database = await openDatabase({ ...place, clock: systemClock, log })
  try {
    expect(await findBrokenInvariants(database)).toEqual([])
    return (await database.query.selectFrom('logs').select('id').where('type', '=', 2).execute()).length
  } finally {
    await database.close()
  }
}

describe('a fault that nobody caught', () => {
  it.each(['exception', 'rejection'])(
    'F21: is logged and ends the process in order, streams that run and their charges with it: %s',
    async (fault) => {
      const environment = { NODE_OPTIONS: `--import=${failingProcess}`, SLUICE_TEST_FAULT: fault }
      const { output, key } = await start(environment)
      const asked = [ask(key, true), ask(key, true)]
      await expect.poll(upstream.open).toBe(2)
      upstream.say(3)
      const streams = await Promise.all(asked)
      const exited = once(server.process, 'exit')
      server.process.kill('SIGUSR2')
      await expect.poll(() => output.text).toContain('a fault that nobody caught ends the process')
      const line = output.text.split('\n').find((each) => each.includes('nobody caught')) ?? ''
      expect(JSON.parse(line)).toMatchObject({ level: 'error', error: { message: 'a fault that a test makes' } })
      expect(line).not.toContain(import.meta.dirname)
      // Whoever comes now is refused in words, or finds nobody.
      expect([503, 0]).toContain(
        await ask(key, false).then(
          ({ status }) => status,
          () => 0,
        ),
      )
      upstream.say(3)
      upstream.end()
      for (const text of await Promise.all(streams.map((stream) => stream.text()))) {
        expect([text.split(' water').length - 1, text.includes('[DONE]')]).toEqual([6, true])
      }
      expect((await exited)[0]).toBe(1)
      expect(await charged()).toBe(2)
    },
  )
})

const canLimit = (): boolean => {
  try {
    execFileSync('prlimit', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

describe.skipIf(!canLimit())('a process that has no file to open any more', () => {
  it('F21 I9: refuses and goes on, and serves everybody again when there are some', async () => {
    const { key } = await start()
    expect((await ask(key, false)).status).toBe(200)
    const files = 64
    execFileSync('prlimit', ['--pid', String(server.process.pid), `--nofile=${files}:${files}`])
    const { port } = new URL(server.url)
    const sockets: Socket[] = []
    for (let count = 0; count < 2 * files; count += 1) {
      const socket = connect(Number(port), '127.0.0.1')
      socket.on('error', () => {})
      sockets.push(socket)
    }
    await Promise.all(sockets.map((socket) => Promise.race([once(socket, 'connect'), once(socket, 'close')])))
    // Those that got in take what there is: none is left for a call to open its own with.
    const head = `POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\n`
    const body = '{"model":"paced","messages":[{"role":"user","content":"Hi"}]}'
    const answers = sockets.map(
      (socket) =>
        new Promise<string>((resolve) => {
          let text = ''
          socket.on('data', (piece: Buffer) => {
            text += piece.toString()
            if (text.includes('}')) resolve(text)
          })
          socket.once('close', () => resolve(text))
          socket.write(`${head}content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`)
        }),
    )
    const statuses = (await Promise.all(answers)).map((text) => text.slice(9, 12))
    expect(statuses.filter((status) => !['', '200', '502', '503'].includes(status))).toEqual([])
    expect(server.process.exitCode).toBeNull()
    for (const socket of sockets) socket.destroy()
    await expect
      .poll(() =>
        ask(key, false).then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(200)
    expect(await server.stop()).toBe(0)
    expect(await charged()).toBe(statuses.filter((each) => each === '200').length + 2)
  })
})
