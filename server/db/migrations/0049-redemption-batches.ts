import type { TableBuilder } from './table-builder.ts'

/**
 * Codes that were made together are a batch, which has the id of the first of them. Those from before belong together
 * where that is exact: the audit log tells of one act of their maker in their second, and that it made as many as there
 * are with the name. All others stand alone.
 */
export const redemptionBatches = async ({ table, addColumn, index, change }: TableBuilder): Promise<void> => {
  await table(
    'redemption_batches',
    { id: 'integer', name: 'text', creator_id: 'integer', created_time: 'integer' },
    { primary: ['id'] },
  )
  await addColumn('redemptions', 'batch_id', 'integer=0')
  await change('update redemptions set batch_id = id')
  await change(`
    update redemptions set batch_id = made.first_id
    from (
      select codes.creator_id, codes.created_time, codes.name, codes.first_id
      from (
        select creator_id, created_time, name, min(id) as first_id, count(*) as codes_made
        from redemptions group by creator_id, created_time, name
      ) as codes
      join (
        select actor_id, created_at, min("after") as told
        from audit where action = 'redemption.create' group by actor_id, created_at having count(*) = 1
      ) as acts on acts.actor_id = codes.creator_id and acts.created_at = codes.created_time
      where acts.told like '%"count":' || codes.codes_made || '}'
    ) as made
    where redemptions.creator_id = made.creator_id
      and redemptions.created_time = made.created_time
      and redemptions.name = made.name
  `)
  await change(`
    insert into redemption_batches (id, name, creator_id, created_time)
    select batch_id, min(name), min(creator_id), min(created_time) from redemptions group by batch_id
  `)
  await index('redemptions', ['batch_id', 'deleted_at'])
}
