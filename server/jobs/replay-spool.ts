import type { Domain } from '../domain/domain.ts'
import type { Job } from './runner.ts'

export const replaySpool = ({ domain }: { domain: Pick<Domain, 'settlements'> }): Job => ({
  name: 'replay-spool',
  everySeconds: 5,
  run: domain.settlements.lookAfter,
})
