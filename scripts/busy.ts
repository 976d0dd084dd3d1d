import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { runProgram } from './run-program.ts'

/**
 * Runs tests beside busy programs, as on a machine that has other work: what passes alone and fails here waits for a clock.
 * `npm run busy -- server/relay/slow-readers.test.ts --project=server`; `--programs 8` is busier. All end with the tests, and
 * by themselves when those never end.
 */
const { values, positionals } = parseArgs({
  options: { programs: { type: 'string', default: '4' }, project: { type: 'string', default: 'server' } },
  allowPositionals: true,
})
const programs = Number(values.programs)
if (!Number.isSafeInteger(programs) || programs < 1 || programs > 64) throw new RangeError('--programs must be 1 to 64')
if (positionals.length === 0) throw new RangeError('name the test files that are to be run')

/** Longer than any file takes, however busy the machine is. */
const longestMs = 30 * 60_000

const work = `
  const end = performance.now() + ${longestMs}
  for (let sum = 0; performance.now() < end; ) for (let turn = 0; turn < 1e6; turn += 1) sum += turn
`
// A thread that only counts takes a processor as a program does, and cannot outlive this one.
const busy = Array.from({ length: programs }, () => new Worker(work, { eval: true }))
const { code } = await runProgram(
  'node_modules/vitest/vitest.mjs',
  ['run', `--project=${values.project}`, ...positionals],
  { shown: true },
)
await Promise.all(busy.map((worker) => worker.terminate()))
process.exitCode = code
