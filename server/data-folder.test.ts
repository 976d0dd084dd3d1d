import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { copySqliteTemplate } from '#testing/database.ts'
import { compiledCode } from '#testing/server-process.ts'

const started: ChildProcess[] = []

type Started = { child: ChildProcess; told: string }

const run = async (words: readonly string[], folder: string, ready: string, user?: number): Promise<Started> => {
  const child = spawn(process.execPath, words, {
    env: {
      PATH: process.env.PATH ?? '',
      NODE_COMPILE_CACHE: compiledCode,
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: folder,
      SHUTDOWN_NOTICE_SECONDS: '0',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(user === undefined ? {} : { uid: user, gid: user }),
  })
  started.push(child)
  const told = await new Promise<string>((resolve) => {
    let text = ''
    const listen = (piece: Buffer) => {
      text += piece.toString()
      if (text.includes(ready)) resolve(text)
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    child.once('close', () => resolve(text))
  })
  return { child, told }
}

/** A gateway in a process of its own: what it says when it serves, or why it does not. */
const start = (folder: string): Promise<Started> =>
  run([join(import.meta.dirname, 'main.ts')], folder, 'is listening on')

/** Takes the folder as a gateway does, which is all that it does; says why where it cannot. */
const take = (folder: string, user?: number): Promise<Started> =>
  run(['--input-type=module', '-e', taking], folder, 'has it', user)
const taking = `
  import { takeDataFolder } from ${JSON.stringify(new URL('./db/data-folder.ts', import.meta.url).href)}
  const clock = { now: Date.now, monotonic: () => performance.now() }
  await takeDataFolder(process.env.DATA_DIR, clock).then(
    () => {
      console.log('has it')
      setInterval(() => {}, 1000)
    },
    (error) => console.log(error.message),
  )
`

const serves = /Sluice is listening on/
const hasIt = /has it/

const end = async (child: ChildProcess, signal: NodeJS.Signals): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill(signal)
  await exited
}

const modeOf = async (path: string): Promise<string> => ((await stat(path)).mode & 0o777).toString(8)

describe('the data folder', () => {
  let place = ''
  let count = 0
  beforeAll(async () => {
    place = await mkdtemp(join(tmpdir(), 'sluice-folder-'))
    await chmod(place, 0o755)
  })
  afterEach(async () => {
    await Promise.all(started.splice(0).map((child) => end(child, 'SIGKILL')))
  })
  afterAll(() => rm(place, { recursive: true, force: true }))
  const fresh = () => join(place, `data-${++count}`)

  /** With a database that needs no migrations any more. */
  const prepared = async () => {
    const folder = fresh()
    await mkdir(folder)
    await copySqliteTemplate(join(folder, 'sluice.sqlite'))
    return folder
  }

  it('has one owner: the second process refuses to start and says who has it, since when', async () => {
    const folder = await prepared()
    const { child, told } = await start(folder)
    expect(told).toMatch(serves)
    const second = await start(folder)
    expect(second.told).toMatch(/^Sluice cannot start:\n/)
    expect(second.told).toContain(
      `The data folder ${folder} is in use by process ${child.pid} on ${hostname()}, since 2`,
    )
    expect(second.child.exitCode).toBe(1)
    expect(second.told).not.toMatch(/\.ts:\d/)
  })

  it('has one owner under whatever path it is reached', async () => {
    const folder = fresh()
    const { child } = await take(folder)
    await symlink(folder, `${folder}-beside`)
    expect((await take(`${folder}-beside`)).told).toContain(`in use by process ${child.pid}`)
  })

  it('has one owner also while that one is stopped and not dead', async () => {
    const folder = fresh()
    const { child } = await take(folder)
    child.kill('SIGSTOP')
    expect((await take(folder)).told).toContain(`in use by process ${child.pid}`)
    child.kill('SIGCONT')
  })

  it('has one owner of many who start together', async () => {
    const folder = fresh()
    const all = await Promise.all([1, 2, 3, 4, 5].map(() => take(folder)))
    expect(all.filter(({ told }) => hasIt.test(told))).toHaveLength(1)
    expect(all.filter(({ told }) => told.includes('is in use by'))).toHaveLength(4)
  })

  it('is taken over at once from one that was killed, and from one that ended', async () => {
    const folder = await prepared()
    for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
      const { child, told } = await start(folder)
      expect(told).toMatch(serves)
      await end(child, signal)
      const next = await take(folder)
      expect(next.told).toMatch(hasIt)
      await end(next.child, 'SIGKILL')
    }
  })

  it('may be read beside the process that has it by whoever proves the books', async () => {
    const folder = await prepared()
    await start(folder)
    const script = join(import.meta.dirname, '../scripts/check-invariants.ts')
    const child = spawn(process.execPath, [script], { env: { ...process.env, DATA_DIR: folder }, stdio: 'pipe' })
    started.push(child)
    let text = ''
    child.stdout.on('data', (piece: Buffer) => {
      text += piece.toString()
    })
    await once(child, 'close')
    expect([child.exitCode, text]).toEqual([0, 'The books add up\n'])
  })

  it('is nobody else’s to read, nor is any file in it, also those that were there before', async () => {
    const folder = fresh()
    await mkdir(folder, { mode: 0o755 })
    await writeFile(join(folder, 'secret'), Buffer.alloc(32, 7).toString('base64url'), { mode: 0o644 })
    await copySqliteTemplate(join(folder, 'sluice.sqlite'))
    await chmod(join(folder, 'sluice.sqlite'), 0o666)
    const { child } = await start(folder)
    const names = await readdir(folder)
    expect(names).toEqual(expect.arrayContaining(['secret', 'sluice.sqlite', 'sluice.sqlite-wal', 'owner.json']))
    expect(await modeOf(folder)).toBe('700')
    for (const name of names) expect([name, await modeOf(join(folder, name))]).toEqual([name, '600'])
    await end(child, 'SIGTERM')
    expect(await readFile(join(folder, 'owner.json'), 'utf8').catch(() => 'gone')).toBe('gone')
  })

  /** Whoever may do everything cannot be refused. */
  describe.skipIf(process.getuid?.() !== 0)('says in one sentence which right is missing where', () => {
    const nobody = 65_534
    it.each<[string, (folder: string) => Promise<unknown>, RegExp]>([
      ['to make it', async () => {}, /The data folder \S+ cannot be made: no right to/],
      [
        'to write in it',
        (folder) => mkdir(folder, { mode: 0o555 }),
        /The data folder \S+ lacks rights for the user .*\(65534\): write/,
      ],
      [
        'to read it',
        (folder) => mkdir(folder, { mode: 0o300 }),
        /The data folder \S+ lacks rights for the user .*: read.*write.*enter/,
      ],
      [
        'to write a file',
        async (folder) => {
          await mkdir(folder)
          await chown(folder, nobody, nobody)
          await writeFile(join(folder, 'sluice.sqlite'), '', { mode: 0o444 })
        },
        /The file \S+sluice\.sqlite lacks rights for the user .*: write/,
      ],
      [
        'to read the secret',
        async (folder) => {
          await mkdir(folder)
          await chown(folder, nobody, nobody)
          await writeFile(join(folder, 'secret'), 'x', { mode: 0o600 })
        },
        /The file \S+secret lacks rights for the user .*: read/,
      ],
      [
        'as a file stands in its place',
        (folder) => writeFile(folder, ''),
        /The data folder \S+ cannot be made: there is a file of that name/,
      ],
    ])('%s', async (_what, prepare, reason) => {
      const folder = fresh()
      await prepare(folder)
      const { told } = await take(folder, nobody)
      expect(told).toMatch(reason)
      expect(told).not.toMatch(/briefly unavailable|\.ts:\d/)
    })
  })
})
