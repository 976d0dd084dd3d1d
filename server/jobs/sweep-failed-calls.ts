import type { Domain } from '../domain/domain.ts'
import type { Job } from './runner.ts'

export const sweepFailedCalls = ({ domain }: { domain: Pick<Domain, 'failedCalls'> }): Job => ({
  name: 'sweep-failed-calls',
  everySeconds: 3600,
  run: domain.failedCalls.sweep,
})
