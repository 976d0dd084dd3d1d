import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { projectFolder } from './run-program.ts'

let folder: string

/** A small project whose npm and vite only write down that they ran, in a path with a space. */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice start '))
  copyFileSync(`${projectFolder}/run.mjs`, join(folder, 'run.mjs'))
  write('package.json', '{ "type": "module" }')
  write('package-lock.json', '{}')
  write('vite.config.ts', '')
  for (const file of ['contract/users.ts', 'pricing/price.ts', 'protocols/stream.ts', 'web/app/main.tsx'])
    write(file, '')
  for (const file of ['mark-sprite', 'packed-files', 'page-chunks']) write(`scripts/${file}.ts`, '')
  for (const file of ['makers', 'marks', 'words']) write(`providers/${file}.ts`, '')
  write('server/main.ts', 'process.exit(Number(process.argv[2] ?? 0) as number)')
  copyFileSync(`${projectFolder}/scripts/load-stripped.mjs`, join(folder, 'scripts/load-stripped.mjs'))
  write('scripts/strip-types.ts', stripStandIn)
  write('kept/vite.js', viteStandIn)
  write('bin/npm', npmStandIn, 0o755)
})

afterEach(() => rmSync(folder, { recursive: true }))

const npmStandIn = `#!/bin/sh
[ "$1" = ci ] || exit 0
echo npm >> ran
sleep 0.3
rm -rf node_modules && mkdir -p node_modules/vite/bin && cp kept/vite.js node_modules/vite/bin/
`

const stripStandIn = `import { appendFileSync, mkdirSync } from 'node:fs'
appendFileSync('ran', 'strip\\n')
mkdirSync('.runtime/stripped', { recursive: true })
`

const viteStandIn = `import { appendFileSync, mkdirSync } from 'node:fs'
appendFileSync('ran', 'vite\\n')
mkdirSync(process.argv[process.argv.indexOf('--outDir') + 1], { recursive: true })
`

const write = (path: string, text: string, mode = 0o644): void => {
  mkdirSync(join(folder, dirname(path)), { recursive: true })
  writeFileSync(join(folder, path), text, { mode })
}

const start = (...words: string[]): ChildProcess => {
  const env = { ...process.env, PATH: [join(folder, 'bin'), process.env.PATH].join(delimiter) }
  return spawn(process.execPath, [join(folder, 'run.mjs'), ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] })
}

const exitOf = async (child: ChildProcess): Promise<unknown> => (await once(child, 'exit'))[0]

/** What ran since the last look. */
const ran = (): string[] => {
  const path = join(folder, 'ran')
  const lines = existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : []
  rmSync(path, { force: true })
  return lines
}

it('prepares everything once, and passes the exit code on', async () => {
  expect(await exitOf(start('start', '7'))).toBe(7)
  expect(ran()).toEqual(['npm', 'vite', 'strip'])
  expect(await exitOf(start())).toBe(0)
  expect(ran()).toEqual([])
})

it('makes again only what is stale', async () => {
  await exitOf(start())
  ran()
  appendFileSync(join(folder, 'web/app/main.tsx'), '// changed')
  await exitOf(start())
  expect(ran()).toEqual(['vite'])
  appendFileSync(join(folder, 'server/main.ts'), '// changed')
  await exitOf(start())
  expect(ran()).toEqual(['strip'])
  write('package-lock.json', '{ "changed": true }')
  await exitOf(start('build'))
  expect(ran()).toEqual(['npm', 'vite'])
})

it('prepares once when two start at the same time', async () => {
  expect(await Promise.all([exitOf(start()), exitOf(start())])).toEqual([0, 0])
  expect(ran()).toEqual(['npm', 'vite', 'strip'])
})

it('passes over the lock of a start that died', async () => {
  write('.runtime/lock/owner', '999999999')
  expect(await Promise.all([exitOf(start()), exitOf(start())])).toEqual([0, 0])
  expect(ran()).toEqual(['npm', 'vite', 'strip'])
})

it('says plainly what could not be had, and leaves no lock', async () => {
  write('bin/npm', '#!/bin/sh\nexit 1\n', 0o755)
  const child = start()
  const said: Buffer[] = []
  child.stderr?.on('data', (bytes: Buffer) => said.push(bytes))
  expect(await exitOf(child)).toBe(1)
  expect(Buffer.concat(said).toString()).toContain('The packages of package-lock.json could not be installed')
  expect(existsSync(join(folder, '.runtime/lock'))).toBe(false)
})

it('refuses an unknown command', async () => {
  expect(await exitOf(start('nonsense'))).toBe(1)
})

it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('passes %s on once and waits for the end', async (signal) => {
  write(
    'server/main.ts',
    `for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(name, () => {
      process.stdout.write(name)
      setTimeout(() => process.exit(3), 100)
    })
    setInterval(() => {}, 1000)
    process.stdout.write('ready ')`,
  )
  const child = start()
  const said: Buffer[] = []
  child.stdout?.on('data', (bytes: Buffer) => said.push(bytes))
  if (child.stdout) await once(child.stdout, 'data')
  child.kill(signal)
  expect(await exitOf(child)).toBe(3)
  expect(Buffer.concat(said).toString()).toBe(`ready ${signal}`)
})

const imported = /(?:from|import) '((?:#|\.\.?\/)[^']*)'|import\('(\.[^']*)'\)/g

/** Every file of ours that the console is built from. */
const builtFrom = (file: string, seen = new Set<string>()): ReadonlySet<string> => {
  if (seen.has(file) || !existsSync(join(projectFolder, file))) return seen
  seen.add(file)
  if (!/\.tsx?$/.test(file)) return seen
  for (const [, named, late] of readFileSync(join(projectFolder, file), 'utf8').matchAll(imported)) {
    const name = named ?? late ?? ''
    builtFrom(name.startsWith('#') ? name.slice(1) : join(dirname(file), name), seen)
  }
  return seen
}

it('builds the console anew when anything has changed that it is made from', () => {
  const files = [...builtFrom('vite.config.ts'), ...builtFrom('web/app/main.tsx')]
  expect(files.length).toBeGreaterThan(500)
  const [, list = ''] =
    /function consoleHash\(\) \{([^}]*)\}/.exec(readFileSync(join(projectFolder, 'run.mjs'), 'utf8')) ?? []
  const looked = [...list.matchAll(/'([^']+)'/g)].map(([, name = '']) => name)
  const covered = (file: string) => looked.some((name) => file === name || file.startsWith(`${name}/`))
  expect(files.filter((file) => !covered(file))).toEqual([])
})
