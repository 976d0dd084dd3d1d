import type { Domain } from '../domain/domain.ts'
import type { Job } from './runner.ts'

export const sweepRememberedResponses = ({ domain }: { domain: Pick<Domain, 'responseMemory'> }): Job => ({
  name: 'sweep-remembered-responses',
  everySeconds: 3600,
  run: domain.responseMemory.sweep,
})
