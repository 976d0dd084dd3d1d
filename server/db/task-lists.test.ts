import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { eachDatabase } from '#testing/database.ts'

eachDatabase((_engine, open) => {
  it('A list of work that is narrowed by how far it has come, or by a model, reads what is so alone, in its order', async () => {
    const { engine, query } = await open()
    // What PostgreSQL does with few rows says nothing about many.
    if (engine === 'postgres') return
    const plan = async (what: string, where: string) => {
      const { rows } = await sql<{ detail: string }>`explain query plan
        select ${sql.raw(what)} from tasks where platform in ('veo', 'mj') and submit_time >= 1 and ${sql.raw(where)}`.execute(
        query,
      )
      return rows[0]?.detail
    }
    const latest = 'order by submit_time desc, id desc limit 10'
    const failed = "status in ('FAILURE')"
    const byStatus = 'INDEX tasks_status_submit_time_platform_index (status=? AND submit_time>?)'
    expect(await plan('*', `${failed} ${latest}`)).toBe(`SEARCH tasks USING ${byStatus}`)
    expect(await plan('count(*)', failed)).toBe(`SEARCH tasks USING COVERING ${byStatus}`)
    const ofModel = "model = 'veo-3' and model <> ''"
    const byModel = 'INDEX tasks_model_submit_time_platform_some_index (model=? AND submit_time>?)'
    expect(await plan('*', `${ofModel} ${latest}`)).toBe(`SEARCH tasks USING ${byModel}`)
  })
})
