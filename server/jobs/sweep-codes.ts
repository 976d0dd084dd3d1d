import type { VerificationCodes } from '../domain/messages/verification-codes.ts'
import type { Job } from './runner.ts'

export const sweepCodes = ({ codes }: { codes: Pick<VerificationCodes, 'sweep'> }): Job => ({
  name: 'sweep-codes',
  everySeconds: 3600,
  run: codes.sweep,
})
