import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '#testing/local-service.ts'
import { callSteadily } from './added-latency.ts'
import { startGateway } from './gateway.ts'
import { accepts } from './nginx.ts'
import { takeToItsEnd } from './own-batch-client.ts'
import { memoryMegabytes, start, stopAll, waitUntilReady, watchMemory } from './processes.ts'
import { batchedModel } from './requests.ts'
import { timeAt } from './times.ts'

/** What a batch of so many calls, which the gateway makes itself, takes of it to its end, and of the calls beside it. */
const lines = Number(process.argv[2] ?? 50_000)
const linesBefore = 1000
const rate = 50
/** What is promised. */
const most = { megabytes: 50, addedMilliseconds: 5 }
/** A type of channel whose vendor has none. */
const withoutBatches = 43

const print = (text: string): void => {
  process.stdout.write(`${text}\n`)
}

const bench = async (folder: string): Promise<boolean> => {
  const [upstream, port] = [await freePort(), await freePort()]
  const script = fileURLToPath(new URL('plain-upstream.ts', import.meta.url))
  const answering = start('load', process.execPath, [script, String(upstream)])
  await waitUntilReady('The upstream', answering, () => accepts(upstream))
  const gateway = await startGateway(folder, port, {
    upstreams: { plain: upstream, streamed: upstream },
    more: [{ model: batchedModel, type: withoutBatches, port: upstream }],
    options: { OwnBatches: 'true' },
  })
  const place = { port, key: gateway.key }
  // As it is when all of it ran before: its programs are loaded, its heap has its usual size. Nothing is collected for it,
  // and all threads and what they keep of the database count.
  await callSteadily(port, gateway.key, rate)
  await takeToItsEnd(place, linesBefore)
  const alone = await callSteadily(port, gateway.key, rate)
  const rest = memoryMegabytes(gateway.pid)
  const memory = watchMemory(gateway.pid)
  const beside: number[] = []
  let isOver = false
  const calling = (async () => {
    while (!isOver) beside.push(...(await callSteadily(port, gateway.key, rate)))
  })()
  const took = await takeToItsEnd(place, lines).finally(() => {
    isOver = true
  })
  await calling
  const more = memory() - rest
  const added = timeAt(beside, 0.5) - timeAt(alone, 0.5)
  print(
    `${took.megabytes.toFixed(0)} MB of ${lines} calls: uploaded in ${took.uploaded.toFixed(0)} s, begun in ${took.begun.toFixed(0)} s`,
  )
  print(`  made in ${took.made.toFixed(0)} s, read in ${took.read.toFixed(0)} s: ${took.answers} answers`)
  print(`  ${rest.toFixed(0)} MB before it, at most ${more.toFixed(0)} MB more from its first byte to its last result`)
  for (const [name, times] of Object.entries({ alone, beside })) {
    print(
      `  calls ${name}, ${rate} a second: ${[0.5, 0.99].map((share) => timeAt(times, share).toFixed(1)).join(' and ')} ms (p50, p99)`,
    )
  }
  const holds = more <= most.megabytes && added <= most.addedMilliseconds
  const promise = `${most.megabytes} MB more, and ${most.addedMilliseconds} ms more for half of the calls beside it`
  print(`  at most ${promise}: ${holds ? 'holds' : 'DOES NOT HOLD'}`)
  return holds && took.answers === lines
}

print(`${availableParallelism()} cores, ${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}`)
const folder = mkdtempSync(join(tmpdir(), 'sluice-bench-'))
try {
  if (!(await bench(folder))) process.exitCode = 1
} finally {
  await stopAll()
  rmSync(folder, { recursive: true, force: true })
}
