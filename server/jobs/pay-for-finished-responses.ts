import type { Job } from './runner.ts'

/** Charges answers that were made in the background. */
export const payForFinishedResponses = ({ payForFinished }: { payForFinished: () => Promise<void> }): Job => ({
  name: 'pay-for-finished-responses',
  everySeconds: 20,
  run: payForFinished,
})
