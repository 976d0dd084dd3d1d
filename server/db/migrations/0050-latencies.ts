import type { TableBuilder } from './table-builder.ts'

/** How long calls took: how many of an hour, and of a day, lie in each bucket of time. Of those from before it is not known. */
export const latencies = async ({ table }: TableBuilder): Promise<void> => {
  await table(
    'latency_hours',
    { hour: 'integer', channel: 'integer', model_name: 'text', bucket: 'integer', count: 'integer' },
    { primary: ['hour', 'channel', 'model_name', 'bucket'] },
  )
  await table(
    'latency_days',
    { day: 'integer', channel: 'integer', model_name: 'text', bucket: 'integer', count: 'integer' },
    { primary: ['day', 'channel', 'model_name', 'bucket'], beside: ['count'] },
  )
}
