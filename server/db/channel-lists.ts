import { type Expression, type ExpressionBuilder, sql } from 'kysely'
import { eachColumn } from '#contract/channel-field-parts.ts'
import { channelStatuses } from '#contract/channels.ts'
import type { Executor } from './database.ts'
import { type ListOrder, orderTerms } from './list-order.ts'
import type { ChannelRow, Tables } from './schema.ts'
import { contains, listHas } from './text-match.ts'

type ChannelSort = 'id' | 'name' | 'used_quota' | 'response_time' | 'balance' | 'priority' | 'weight'

/** A channel without its keys. */
export type ShownChannel = Omit<ChannelRow, 'key_hash' | 'key_sealed' | 'key_states' | 'lacking'>

/** Empty text, zero and undefined narrow nothing. */
export type ChannelSearch = ListOrder<ChannelSort> & {
  /** A channel's id, a part of its name, or, as `keyHash`, its exact key. */
  keyword: string
  keyHash: string
  group: string
  model: string
  tag: string
  statuses: readonly number[] | undefined
  /** Only those whose last test failed. */
  hasFailedTest: boolean
  type: number
  /** Newest first, in place of highest priority first. */
  idSort: boolean
}

type Page = { page: number; pageSize: number }

/** What channels with one tag are together. */
export type TagSums = {
  tag: string
  groups: readonly string[]
  used_quota: number
  response_time: number
  priority: number | null
  weight: number | null
  count: number
  enabled_count: number
  ids: readonly number[]
  /** Some of them: at most `mostOfTag`, and at most `mostOfPage` with those of other tags; more of a tag by its name. */
  children: readonly ShownChannel[]
}

/** A page of the channels that match, with the exact total. */
export const listChannels = async (
  executor: Executor,
  search: ChannelSearch,
  { page, pageSize }: Page,
): Promise<{ items: ShownChannel[]; total: number }> => {
  const [items, { total }] = await Promise.all([
    executor
      .selectFrom('channels')
      .select(shown)
      .where(matches(search))
      .orderBy(orderOf(search, channelColumns))
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute(),
    executor
      .selectFrom('channels')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where(matches(search))
      .executeTakeFirstOrThrow(),
  ])
  return { items, total }
}

/**
 * The same with all channels of a tag as one row, also where only some of them match; those without a tag stand for
 * themselves.
 */
export const listChannelsByTag = async (
  executor: Executor,
  search: ChannelSearch,
  { page, pageSize }: Page,
): Promise<{ items: (ShownChannel | TagSums)[]; total: number }> => {
  const { sums, total } = await findSums(executor, search, { page, pageSize })
  const tags = sums.flatMap(({ tag }) => (tag === '' ? [] : [tag]))
  const untagged = sums.flatMap((entry) => (entry.tag === '' ? [entry.alone] : []))
  const channels = sums.length === 0 ? [] : await findEntries(executor, search, tags, untagged)
  const items = sums.flatMap((entry): (ShownChannel | TagSums)[] => {
    if (entry.tag === '') return channels.filter(({ id }) => id === entry.alone)
    const { tag, groups, count, enabled_count, used_quota, tested, ids } = entry
    return [
      {
        tag,
        groups: [...new Set(groups.split('\n').sort().join().split(','))],
        used_quota,
        response_time: tested === 0 ? 0 : Math.round(entry.response_time / tested),
        priority: entry.priority === entry.least_priority ? entry.priority : null,
        weight: entry.weight === entry.least_weight ? entry.weight : null,
        count,
        enabled_count,
        ids: ids
          .split(',')
          .map(Number)
          .sort((a, b) => a - b),
        children: channels.filter((channel) => channel.tag === tag),
      },
    ]
  })
  return { items, total }
}

/** The entries of a page with their sums, and how many entries there are, from one reading of the channels. */
const findSums = async (executor: Executor, search: ChannelSearch, { page, pageSize }: Page) => {
  const found = await executor
    .with(
      (name) => name('entries').materialized(),
      () => entrySums(executor, search),
    )
    .selectFrom((eb) => eb.selectFrom('entries').select(eb.fn.countAll<number>().as('total')).as('counted'))
    .leftJoin(
      (eb) =>
        eb
          .selectFrom('entries')
          .selectAll()
          .orderBy(orderOf(search, entryColumns))
          .limit(pageSize)
          .offset((page - 1) * pageSize)
          .as('shown'),
      (join) => join.onTrue(),
    )
    .selectAll()
    .orderBy(orderOf(search, entryColumns))
    .execute()
  const sums = found.flatMap(({ total: _total, ...entry }) => (isShown(entry) ? [entry] : []))
  return { sums, total: found[0]?.total ?? 0 }
}

const entrySums = (executor: Executor, search: ChannelSearch) =>
  executor
    .selectFrom('channels')
    .where((eb) => {
      const found = matches(search)(eb)
      const tags = executor.selectFrom('channels').select('tag').where('tag', '<>', '').where(matches(search))
      return eb.or([eb.and([eb('tag', '=', ''), found]), eb('tag', 'in', tags)])
    })
    .groupBy(['tag', alone])
    .select((eb) => [
      'tag',
      alone.as('alone'),
      eb.fn.max<number>('id').as('id'),
      eb.fn.min<string>('name').as('name'),
      eb.fn.max<number>('priority').as('priority'),
      eb.fn.min<number>('priority').as('least_priority'),
      eb.fn.max<number>('weight').as('weight'),
      eb.fn.min<number>('weight').as('least_weight'),
      eb.fn.countAll<number>().as('count'),
      sql<number>`sum(case when status = 1 then 1 else 0 end)`.as('enabled_count'),
      sql<number>`sum(used_quota)`.as('used_quota'),
      sql<number>`sum(balance)`.as('balance'),
      sql<number>`sum(response_time)`.as('response_time'),
      sql<number>`sum(case when response_time > 0 then 1 else 0 end)`.as('tested'),
      sql<string>`string_agg("group", ${sql.lit('\n')})`.as('groups'),
      sql<string>`string_agg(cast(id as text), ',')`.as('ids'),
    ])

type EntrySums = Awaited<ReturnType<ReturnType<typeof entrySums>['executeTakeFirstOrThrow']>>

/** A page behind the last one has a total and nothing beside it. */
const isShown = (entry: { [Name in keyof EntrySums]: EntrySums[Name] | null }): entry is EntrySums => entry.tag !== null

/** More are found by the tag itself: a page must not become as large as the whole list. */
const mostOfTag = 20
const mostOfPage = 500
const mostOfNamedTag = 1000

const findEntries = async (
  executor: Executor,
  search: ChannelSearch,
  tags: readonly string[],
  ids: readonly number[],
): Promise<ShownChannel[]> => {
  const mostOfEach = Math.min(mostOfTag, Math.floor(mostOfPage / Math.max(1, tags.length)))
  const most = search.tag === '' ? mostOfEach : mostOfNamedTag
  const order = orderOf(search, channelColumns)
  const places = executor
    .selectFrom('channels')
    .select(['id', sql<number>`row_number() over (partition by tag, ${alone} order by ${order})`.as('place')])
    .where((eb) =>
      eb.or([
        ...(tags.length === 0 ? [] : [eb('tag', 'in', [...tags])]),
        ...(ids.length === 0 ? [] : [eb('id', 'in', [...ids])]),
      ]),
    )
  return executor
    .selectFrom('channels')
    .select(shown)
    .where('id', 'in', (eb) => eb.selectFrom(places.as('places')).select('id').where('place', '<=', most))
    .orderBy(order)
    .execute()
}

const orderOf = (search: ChannelSearch, columns: Record<ChannelSort, Expression<unknown>>) =>
  sql.join(orderTerms(search, columns, search.idSort ? [] : [sql`priority desc`]))

/** What was never tested answers last. */
const untestedLast = (time: Expression<number>) =>
  sql`case when ${time} = 0 then ${sql.lit(longestTime)} else ${time} end`
const longestTime = 1_000_000_000

const channelColumns = {
  id: sql`id`,
  name: sql`lower(name)`,
  used_quota: sql`used_quota`,
  response_time: untestedLast(sql<number>`response_time`),
  balance: sql`balance`,
  priority: sql`priority`,
  weight: sql`weight`,
}

/** The same of entries, which have sums: an entry answers as quickly as those of its channels that were tested. */
const entryColumns = {
  ...channelColumns,
  response_time: sql`case when tested = 0 then ${sql.lit(longestTime)} else 1.0 * response_time / tested end`,
}

/** The id of a channel without a tag, which makes it an entry of its own. */
const alone = sql<number>`case when tag = '' then id else 0 end`

const matches =
  ({ keyword, keyHash, group, model, tag, statuses, hasFailedTest, type }: ChannelSearch) =>
  (eb: ExpressionBuilder<Tables, 'channels'>) =>
    eb.and([
      ...(keyword === ''
        ? []
        : [
            eb.or([
              contains(eb.ref('name'), keyword),
              contains(eb.ref('note'), keyword),
              eb('key_hash', '=', keyHash),
              ...(/^\d{1,15}$/.test(keyword) ? [eb('id', '=', Number(keyword))] : []),
            ]),
          ]),
      ...(group === '' ? [] : [listHas(eb.ref('group'), group)]),
      ...(model === '' ? [] : [contains(eb.ref('models'), model)]),
      ...(tag === '' ? [] : [eb('tag', '=', tag)]),
      ...(statuses === undefined ? [] : [eb('status', 'in', [...statuses])]),
      ...(hasFailedTest ? [eb('test_fault', '<>', '')] : []),
      ...(type === 0 ? [] : [eb('type', '=', type)]),
    ])

const shown: readonly (keyof ShownChannel)[] = [
  'id',
  ...eachColumn.map(([name]) => name),
  'response_time',
  'test_time',
  'test_fault',
  'balance',
  'balance_updated_time',
  'used_quota',
  'other_info',
  'created_time',
]

const mostFailedTests = 1000

type FailedTests = { reason: string; channels: { id: number; name: string; status: number }[] }

/** Channels tested since that second whose last test failed, by the reason, the most frequent first. */
export const listFailedTests = async (executor: Executor, since: number): Promise<FailedTests[]> => {
  const rows = await executor
    .selectFrom('channels')
    .select(['id', 'name', 'status', 'test_fault'])
    .where('test_fault', '<>', '')
    .$if(since > 0, (channels) => channels.where('test_time', '>=', since))
    .orderBy('id')
    .limit(mostFailedTests)
    .execute()
  const byReason = Map.groupBy(rows, ({ test_fault }) => test_fault)
  return [...byReason]
    .map(([reason, found]) => ({ reason, channels: found.map(({ id, name, status }) => ({ id, name, status })) }))
    .sort((one, other) => other.channels.length - one.channels.length)
}

type AutoDisabled = Pick<ChannelRow, 'id' | 'name' | 'other_info'>

/** How many channels operators disabled, and those that the gateway did. */
export const readDisabledChannels = async (
  executor: Executor,
): Promise<{ byHand: number; automatic: AutoDisabled[] }> => {
  const [{ byHand }, automatic] = await Promise.all([
    executor
      .selectFrom('channels')
      .where('status', '=', channelStatuses.disabled)
      .select((eb) => eb.fn.countAll<number>().as('byHand'))
      .executeTakeFirstOrThrow(),
    executor
      .selectFrom('channels')
      .where('status', '=', channelStatuses.autoDisabled)
      .select(['id', 'name', 'other_info'])
      .orderBy('id')
      .execute(),
  ])
  return { byHand, automatic }
}
