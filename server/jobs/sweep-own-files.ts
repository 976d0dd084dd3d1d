import type { Domain } from '../domain/domain.ts'
import type { Job } from './runner.ts'

export const sweepOwnFiles = ({ domain }: { domain: Pick<Domain, 'ownFiles'> }): Job => ({
  name: 'sweep-own-files',
  everySeconds: 3600,
  run: domain.ownFiles.sweep,
})
