import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compiledCode } from '#testing/server-process.ts'

describe('the process', () => {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sluice-main-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  const start = (variables: Record<string, string>) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
      env: {
        PATH: process.env.PATH ?? '',
        NODE_COMPILE_CACHE: compiledCode,
        DATA_DIR: folder,
        HOST: '127.0.0.1',
        PORT: '0',
        SHUTDOWN_NOTICE_SECONDS: '0',
        ...variables,
      },
    })
    const output = { stdout: '', stderr: '' }
    child.stdout.on('data', (text: Buffer) => {
      output.stdout += text.toString()
    })
    child.stderr.on('data', (text: Buffer) => {
      output.stderr += text.toString()
    })
    return { child, output, ended: once(child, 'exit') }
  }

  it('says where it serves and how it is set up, and ends well when it is told to', async () => {
    const { child, output, ended } = start({})
    await expect.poll(() => output.stdout).toMatch(/\n.*\n/)
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(output.stdout)?.[0] ?? ''
    const said = output.stdout
    const code = /code: ([0-9a-f-]{19})\n$/.exec(said)?.[1]
    expect(said).toBe(
      `Sluice is listening on ${url}, data in ${folder}\n` +
        `It is not set up yet. From another machine the setup page asks for this code: ${code}\n`,
    )
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    child.kill('SIGTERM')
    expect((await ended)[0]).toBe(0)
    expect(output).toEqual({ stdout: said, stderr: '' })
  })

  it('refuses to start with a wrong environment, and tells all that is wrong', async () => {
    const { output, ended } = start({ PORT: 'x', LOG_LEVEL: 'loud' })
    expect((await ended)[0]).toBe(1)
    expect(output.stdout).toBe('')
    expect(output.stderr).toMatch(/PORT: must be a whole number/)
    expect(output.stderr).toMatch(/LOG_LEVEL: must be/)
    expect(output.stderr).not.toMatch(/at .*\.ts/)
  })

  it('refuses to start without a port to listen on, in plain words', async () => {
    const { output, ended } = start({ HOST: '203.0.113.1' })
    expect((await ended)[0]).toBe(1)
    expect(output.stderr).toMatch(/^Sluice cannot start:\n {2}.*EADDRNOTAVAIL/)
  })
})
