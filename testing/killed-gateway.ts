import type { KyselyPlugin } from 'kysely'
import type { Database } from '#server/db/database.ts'
import { parseEnvironment } from '#server/environment.ts'
import { systemClock } from '#server/lib/clock.ts'
import { createLog } from '#server/lib/log.ts'
import { startGateway } from '#server/start.ts'
import type { KillPoint } from './kill-points.ts'
import { patience } from './patience.ts'

/** A gateway that ends the hard way at the point that its parent names, when it comes there. */

let point: KillPoint | undefined
process.on('message', (named: KillPoint) => {
  point = named
  process.send?.('armed')
})

const reach = (at: KillPoint['at'], words = ''): void => {
  if (point === undefined || point.at !== at || !words.includes(point.words)) return
  point.times -= 1
  if (point.times === 0) process.kill(process.pid, 'SIGKILL')
}

const isChange = new Set(['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode'])

const intercept = (database: Database): Database => ({
  ...database,
  transaction: async (work) => {
    let changes = ''
    const written = new WeakMap<object, string>()
    const plugin: KyselyPlugin = {
      transformQuery: ({ node, queryId }) => {
        if (isChange.has(node.kind)) written.set(queryId, JSON.stringify(node))
        return node
      },
      transformResult: async ({ result, queryId }) => {
        const words = written.get(queryId)
        if (words !== undefined) reach('in the middle', words)
        changes += words ?? ''
        return result
      },
    }
    const result = await database.transaction(async (transaction) => {
      const outcome = await work(transaction.withPlugin(plugin))
      if (changes !== '') reach('before the commit', changes)
      return outcome
    })
    if (changes !== '') reach('after the commit', changes)
    return result
  },
  settle: async (settlements) => {
    reach('before the charge')
    const known = await database.settle(settlements)
    reach('when the charge is durable')
    return known
  },
})

const environment = parseEnvironment(process.env)
if (!environment.ok) throw new Error(environment.faults.join('\n'))
const log = createLog({ level: environment.value.LOG_LEVEL })
const countPatienceMs = patience.timeout
const gateway = await startGateway(environment.value, { clock: systemClock, log, intercept, countPatienceMs })
process.on('SIGTERM', () => {
  gateway.close({ graceMs: 0 }).then(() => process.exit(0))
})
process.stdout.write(`The gateway is listening on ${gateway.url}\n`)
