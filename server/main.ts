import { parseEnvironment } from './environment.ts'
import { systemClock } from './lib/clock.ts'
import { createLog } from './lib/log.ts'
import { startGateway } from './start.ts'

const refuseToStart = (reasons: readonly string[]): never => {
  process.stderr.write(`Sluice cannot start:\n${reasons.map((reason) => `  ${reason}\n`).join('')}`)
  process.exit(1)
}

const environment = parseEnvironment(process.env)
if (!environment.ok) refuseToStart(environment.faults)
else {
  const { value } = environment
  const log = createLog({ level: value.LOG_LEVEL })
  const gateway = await startGateway(value, { clock: systemClock, log }).catch((error: unknown) =>
    refuseToStart([error instanceof Error ? error.message : String(error)]),
  )
  process.stdout.write(`Sluice is listening on ${gateway.url}, data in ${value.DATA_DIR}\n`)

  let stopping = false
  const stop = () => {
    // A supervisor may signal the whole group and then us again: stopping goes on all the same.
    if (stopping) return
    stopping = true
    gateway.close().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error('stopping failed', { error })
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}
