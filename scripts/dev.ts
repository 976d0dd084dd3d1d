import { type ChildProcess, spawn } from 'node:child_process'
import { projectFolder } from './run-program.ts'

const port = process.env.PORT ?? '3000'

const run = (words: readonly string[]): ChildProcess =>
  spawn(process.execPath, words, {
    cwd: projectFolder,
    env: { ...process.env, GATEWAY_URL: `http://127.0.0.1:${port}` },
    stdio: 'inherit',
  })

const server = run(['--watch', '--watch-preserve-output', '--disable-warning=ExperimentalWarning', 'server/main.ts'])
const consoleServer = run(['node_modules/vite/bin/vite.js'])
const children = [server, consoleServer]

/** Whichever ends first takes the other with it. */
const stopAll = (): void => {
  for (const child of children) if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
}

for (const child of children) child.on('exit', stopAll)
// A terminal sends Ctrl-C to all of us; staying until both have ended keeps their last words in order.
process.on('SIGINT', stopAll)
process.on('SIGTERM', stopAll)
