import type { TableBuilder } from './table-builder.ts'

/** Calls that have run for a while, with the charge of what came of them so far: for when their process is killed. */
export const runningCalls = async ({ table, index }: TableBuilder): Promise<void> => {
  await table(
    'running_calls',
    { request_id: 'text', holder: 'text', beat: 'integer', settlement: 'text' },
    { primary: ['request_id'] },
  )
  await index('running_calls', ['holder', 'request_id'])
}
