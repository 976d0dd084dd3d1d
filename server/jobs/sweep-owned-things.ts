import type { Domain } from '../domain/domain.ts'
import type { Job } from './runner.ts'

export const sweepOwnedThings = ({ domain }: { domain: Pick<Domain, 'ownedThings'> }): Job => ({
  name: 'sweep-owned-things',
  everySeconds: 3600,
  run: domain.ownedThings.sweep,
})
