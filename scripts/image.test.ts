import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { freePort } from '#testing/local-service.ts'
import { patience } from '#testing/patience.ts'
import { projectFolder } from './run-program.ts'

const instructions = readFileSync(join(projectFolder, 'Dockerfile'), 'utf8')

/** What the last stage of the image takes from the one that built it. */
const taken = [...instructions.matchAll(/^COPY --from=build (.+) \S+$/gm)].flatMap(([, names = '']) =>
  names.split(' ').map((name) => name.replace('/app/', '')),
)

const lock: { packages: Record<string, { dev?: boolean; optional?: boolean }> } = JSON.parse(
  readFileSync(join(projectFolder, 'package-lock.json'), 'utf8'),
)

/** What the image is left with of the packages: none that only those need who work on it. */
const packagesForUse = Object.entries(lock.packages)
  .filter(([place, { dev, optional }]) => /^node_modules\/(?:@[^/]+\/)?[^/]+$/.test(place) && !dev && !optional)
  .map(([place]) => place)

const link = (name: string, folder: string): void => {
  mkdirSync(dirname(join(folder, name)), { recursive: true })
  symlinkSync(join(projectFolder, name), join(folder, name))
}

/** Packages and the built console are where they are; what is ours only where the image has it. */
const take = (name: string, folder: string): void => {
  if (name === 'node_modules') for (const each of packagesForUse) link(each, folder)
  else if (name === 'dist') link(name, folder)
  else {
    const filter = (file: string) => !file.endsWith('.test.ts')
    cpSync(join(projectFolder, name), join(folder, name), { recursive: true, filter })
  }
}

/** What its instructions set, where the folder stands for that of the image. */
const variablesIn = (folder: string) => {
  const lines = [...instructions.matchAll(/^ENV (.+)$/gm)].flatMap(([, line = '']) => line.split(' '))
  const pairs = lines.map((pair) => pair.replace('=/app', `=${folder}`).split('='))
  return Object.fromEntries(pairs)
}

it('The image holds all that its command needs to serve, without its types already', async ({ onTestFinished }) => {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-image-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const name of taken) take(name, folder)
  const [, words = '[]'] = /^CMD (\[.*\])$/m.exec(instructions.replaceAll('=/app', `=${folder}`)) ?? []
  const [, ...parameters]: string[] = JSON.parse(words)
  const port = String(await freePort())
  const own = { HOST: '127.0.0.1', PORT: port, DATA_DIR: join(folder, 'data') }
  const env = { ...variablesIn(folder), ...own }
  const [, ...preparing] = /^RUN (node .*)$/m.exec(instructions)?.[1]?.split(' ') ?? []
  const prepared = spawnSync(process.execPath, preparing, { cwd: folder, env, encoding: 'utf8' })
  expect(prepared.status, prepared.stderr).toBe(0)
  // Whatever still has them would not be loaded, in no thread.
  const strictly = { ...env, NODE_OPTIONS: '--no-strip-types' }
  const server = spawn(process.execPath, parameters, { cwd: folder, env: strictly, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(server, 'exit')
  onTestFinished(async () => {
    server.kill()
    await ended
  })
  let said = ''
  for (const output of [server.stdout, server.stderr]) output.on('data', (piece) => (said += piece))
  const ready = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  await expect.poll(async () => server.exitCode !== null || (await ready()), patience).toBe(true)
  expect(server.exitCode, said).toBeNull()
})
