import { ApplicationError } from '#contract/errors.ts'
import { createEnding } from './ending.ts'
import { parseEnvironment } from './environment.ts'
import { systemClock } from './lib/clock.ts'
import { createLog } from './lib/log.ts'
import { startGateway } from './start.ts'

const refuseToStart = (reasons: readonly string[]): never => {
  process.stderr.write(`Sluice cannot start:\n${reasons.map((reason) => `  ${reason}\n`).join('')}`)
  process.exit(1)
}

// Whatever the process makes, keys and balances among it, is nobody else's to read.
process.umask(0o077)

/** A failure in the words of the service has its reason behind it, which is the operator's to know. */
const whyNot = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  return error instanceof ApplicationError && error.cause !== undefined ? whyNot(error.cause) : error.message
}

const environment = parseEnvironment(process.env)
if (!environment.ok) refuseToStart(environment.faults)
else {
  const { value } = environment
  const log = createLog({ level: value.LOG_LEVEL })
  const gateway = await startGateway(value, { clock: systemClock, log }).catch((error: unknown) =>
    refuseToStart([whyNot(error)]),
  )
  const setupCode = await gateway.plane.setup.code()

  const ending = createEnding({
    gateway,
    noticeMs: value.SHUTDOWN_NOTICE_SECONDS * 1000,
    log,
    exit: (code) => process.exit(code),
  })
  process.on('SIGTERM', ending.told)
  process.on('SIGINT', ending.told)
  // Rejections that nobody handles come here too.
  process.on('uncaughtException', ending.failed)

  // Whoever reads this may stop the process at once.
  process.stdout.write(`Sluice is listening on ${gateway.url}, data in ${value.DATA_DIR}\n`)
  if (setupCode !== undefined) {
    process.stdout.write(`It is not set up yet. From another machine the setup page asks for this code: ${setupCode}\n`)
  }
}
