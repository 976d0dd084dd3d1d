import type { Domain } from '../domain/domain.ts'
import type { Job } from './runner.ts'

export const chargeLeftCalls = ({ domain }: { domain: Pick<Domain, 'runningCalls'> }): Job => ({
  name: 'charge-left-calls',
  everySeconds: 5,
  run: domain.runningCalls.chargeLeft,
})
