import type { DrawingFilters } from '#contract/drawings.ts'
import type { Executor } from './database.ts'
import type { DrawingRow } from './schema.ts'

/** Whose drawings, and which of them; undefined is everybody. */
type DrawingSearch = DrawingFilters & { userId?: number | undefined }

/** A page of drawings, newest first, with the exact total. */
export const listDrawings = async (
  executor: Executor,
  { page, pageSize }: { page: number; pageSize: number },
  search: DrawingSearch = {},
): Promise<{ items: DrawingRow[]; total: number }> => {
  const { userId, mj_id: id = '', channel_id: channel = 0, start_timestamp: start = 0, end_timestamp: end = 0 } = search
  const matching = executor
    .selectFrom('drawings')
    .$if(userId !== undefined, (rows) => rows.where('user_id', '=', userId ?? 0))
    .$if(channel !== 0, (rows) => rows.where('channel_id', '=', channel))
    .$if(id !== '', (rows) => rows.where('mj_id', '=', id))
    .$if(start !== 0, (rows) => rows.where('submit_time', '>=', start))
    .$if(end !== 0, (rows) => rows.where('submit_time', '<=', end))
  const items = await matching
    .selectAll()
    .orderBy('submit_time', 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  const { total } = await matching.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { items, total }
}
