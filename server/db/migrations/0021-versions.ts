import type { TableBuilder } from './table-builder.ts'

/** What changed last of all that nodes keep in memory, noted by the database itself: no statement can forget it. */
export const versions = async ({ table, index, noteChanges }: TableBuilder): Promise<void> => {
  await table('versions', { topic: 'text', id: 'integer', version: 'integer' }, { primary: ['topic', 'id'] })
  await index('versions', ['version'])
  await noteChanges('options', [])
  await noteChanges('channels', ['used_quota'])
  await noteChanges('users', ['used_quota', 'request_count'])
  await noteChanges('tokens', ['used_quota', 'accessed_time'])
}
