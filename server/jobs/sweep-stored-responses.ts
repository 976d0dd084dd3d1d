import type { Domain } from '../domain/domain.ts'
import type { Job } from './runner.ts'

export const sweepStoredResponses = ({ domain }: { domain: Pick<Domain, 'storedResponses'> }): Job => ({
  name: 'sweep-stored-responses',
  everySeconds: 3600,
  run: domain.storedResponses.sweep,
})
