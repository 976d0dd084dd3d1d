import type { FailedSignins } from '../domain/people/failed-signins.ts'
import type { Job } from './runner.ts'

export const sumUpFailedSignIns = ({ failedSignins }: { failedSignins: Pick<FailedSignins, 'rollUp'> }): Job => ({
  name: 'sum-up-failed-sign-ins',
  everySeconds: 60,
  run: failedSignins.rollUp,
})
