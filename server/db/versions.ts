import { sql } from 'kysely'
import type { Executor } from './database.ts'

type VersionedTopic = 'options' | 'channels' | 'users' | 'tokens'
type VersionRow = { topic: VersionedTopic; id: number; version: number }

/**
 * What was changed by transactions from `since` on, and from where to ask the next time: whatever is not in this answer
 * belongs to a transaction that has not ended before that. A change may come more than once. Without `since` only the
 * place to begin from.
 */
export const listVersions = async (
  executor: Executor,
  since: number | undefined,
): Promise<{ next: number; changes: VersionRow[] }> => {
  const { rows } = await sql<{ next: number; topic: VersionedTopic | null; id: number; version: number }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as next, topic, id, version
    from (select 1) as one left join versions on version >= ${since ?? null}
    order by version`.execute(executor)
  const changes = rows.flatMap(({ topic, id, version }) => (topic === null ? [] : [{ topic, id, version }]))
  return { next: rows[0]?.next ?? 0, changes }
}
