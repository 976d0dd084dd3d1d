import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { findBrokenInvariants } from '#server/db/invariants.ts'
import type { WayFault } from '#testing/faulty-way.ts'
import { setup } from '#testing/global-setup.ts'
import { createRandom } from '#testing/seeded-random.ts'
import {
  type ObeyedChange,
  prepareChanges,
  type Service,
  startThreeNodes,
  type ThreeNodes,
} from '#testing/three-nodes.ts'
import { print } from './print.ts'

/**
 * Three nodes, and round after round another fault on the way of one of them while every kind of change is made; prints how
 * long after the fault all of them obeyed: `npm run obey -- --rounds 100 --seed 7`. The long form of
 * server/nodes-obey.test.ts, for a machine that has nothing else to do.
 */
const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '30' }, seed: { type: 'string', default: '1' } },
})
const [rounds, seed] = [Number(values.rounds), Number(values.seed)]
if (!Number.isSafeInteger(rounds) || rounds < 1 || !Number.isSafeInteger(seed)) {
  throw new RangeError('--rounds and --seed must be whole numbers')
}

/** Milliseconds after a fault, and without one. */
const bounds = { after: 3000, without: 1000 }
const longestWait = 60_000
const longestFault = 5000

const faults: readonly (readonly [WayFault, Service, place: 0 | 1 | 2] | undefined)[] = [
  undefined,
  ...(['late', 'swallows', 'cut'] as const).flatMap((fault) => [
    ...([0, 1, 2] as const).map((place) => [fault, 'redis', place] as const),
    // Changes are made on the first node, which needs its database for them.
    ...([1, 2] as const).map((place) => [fault, 'postgres', place] as const),
  ]),
]

/** How long it takes until every node goes by every change, and by which last. */
const timeOf = async ({ nodes }: ThreeNodes, changes: readonly ObeyedChange[]): Promise<[number, string]> => {
  const beganAt = performance.now()
  let last = ''
  await Promise.all(
    nodes.flatMap((node, place) =>
      changes.map(async ({ name, isObeyed }) => {
        // What cannot be asked yet is not obeyed yet.
        while (!(await isObeyed(node).catch(() => false))) {
          if (performance.now() - beganAt > longestWait) throw new Error(`node ${place} never obeyed ${name}`)
          await pause(10)
        }
        last = `${name}, node ${place}`
      }),
    ),
  )
  return [performance.now() - beganAt, last]
}

const random = createRandom(seed)
const stop = await setup()
const bench = await startThreeNodes()
try {
  for (let round = 1; round <= rounds; round += 1) {
    const fault = faults[Math.floor(random() * faults.length)]
    const changes = await prepareChanges(bench)
    const way = fault && bench.nodes[fault[2]].ways[fault[1]]
    if (fault !== undefined) way?.fail(fault[0])
    for (const { make } of changes) await make()
    if (fault !== undefined) await pause(random() * longestFault)
    way?.heal()
    const [ms, last] = await timeOf(bench, changes)
    const isInTime = ms <= (fault === undefined ? bounds.without : bounds.after)
    const what = fault === undefined ? 'no fault' : `${fault[1]} ${fault[0]}, node ${fault[2]}`
    print(`${isInTime ? 'in time' : 'TOO LATE'}  ${Math.round(ms)} ms  ${what}  (last: ${last})`)
    if (!isInTime) process.exitCode = 1
  }
  const broken = await findBrokenInvariants(bench.nodes[0].gateway.plane.database)
  if (broken.length > 0) throw new Error(`the books do not add up: ${JSON.stringify(broken)}`)
} finally {
  await bench.close()
  await stop()
}
