import type { TableBuilder } from './table-builder.ts'

/**
 * Token names that many users have are added up by the hour like everything else, so that a list of theirs need not
 * read what others did. What is there of the hours that are over is added up here; days of such names are not needed
 * any more.
 */
export const totalsOfSharedNames = async ({ change }: TableBuilder): Promise<void> => {
  await change(`insert into usage_names (kind, name, user_id)
    select 'shared_token_name', name, 0 from usage_names where kind = 'token_name' and user_id = 0`)
  await change(`delete from usage_names where kind = 'token_name' and user_id = 0`)
  await change(`delete from usage_days where user_id = 0 and token_name <> ''`)
  const parts = kinds.map((columns) => {
    const values = columns.map((column) => `cast("${column}" as text)`).join(` || '${separator}' || `)
    return `select '${columns.join()}${separator}' || token_name as kind, ${values || "''"} as value, base.* from base`
  })
  await change(`
    insert into usage_totals (kind, value, hour, count, logged, quota, prompt_tokens, completion_tokens, parts)
    with base as materialized (
      select hour, token_name, channel, "group", model_name, ${figures} from usage_hours
      where type = 2 and hour not in (select hour from open_hours)
        and token_name in (select name from usage_names where kind = 'shared_token_name')
      group by hour, token_name, channel, "group", model_name
    )
    select kind, value, hour, ${figures} from (${parts.join(' union all ')}) as sums
    group by kind, value, hour`)
}

const separator = '\x1f'

const kinds: readonly (readonly string[])[] = [
  [],
  ['channel'],
  ['group'],
  ['model_name'],
  ['channel', 'group'],
  ['channel', 'model_name'],
  ['group', 'model_name'],
  ['channel', 'group', 'model_name'],
]

const figures = `sum(count) as count, sum(logged) as logged, sum(quota) as quota,
  sum(prompt_tokens) as prompt_tokens, sum(completion_tokens) as completion_tokens, bit_or(parts) as parts`
