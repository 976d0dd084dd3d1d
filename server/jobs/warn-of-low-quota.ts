import type { Domain } from '../domain/domain.ts'
import type { Job } from './runner.ts'

export const warnOfLowQuota = ({ domain }: { domain: Pick<Domain, 'quotaWatch'> }): Job => ({
  name: 'warn-of-low-quota',
  everySeconds: 5,
  run: domain.quotaWatch.check,
})
