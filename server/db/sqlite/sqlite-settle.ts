import type { DatabaseSync } from 'node:sqlite'
import { settlementWidth } from './settlement-values.ts'

type Sums = { quota: number; counted: number; accessedAt: number }
type HourSums = {
  key: (string | number)[]
  count: number
  logged: number
  quota: number
  promptTokens: number
  completionTokens: number
}
type Changes = {
  users: Map<number, Sums>
  tokens: Map<number, Sums>
  channels: Map<number, Sums>
  hours: Map<string, HourSums>
}

type Value = string | number

/** Request id, time, user, token, channel, quota, counted. */
const chargePositions = new Set([0, 1, 2, 4, 6, 9, 14])

/** Commits settlements in one transaction. Each row that they add to is written once, however many of them add to it. */
export const createSqliteSettle = (database: DatabaseSync): ((values: readonly Value[]) => void) => {
  const statements = prepareStatements(database)

  const insert = (values: readonly Value[], changes: Changes): void => {
    for (let start = 0; start < values.length; start += settlementWidth) {
      const settlement = values.slice(start, start + settlementWidth)
      const logged = settlement.pop() === 1
      const { changes: inserted } = logged
        ? statements.insertLog.run(...settlement)
        : statements.insertCharge.run(...settlement.filter((_, index) => chargePositions.has(index)))
      if (inserted === 1) addUp(changes, settlement, logged)
    }
  }

  const apply = ({ users, tokens, channels, hours }: Changes): void => {
    for (const [id, { quota, counted }] of users) statements.updateUser.run(quota, quota, counted, id)
    for (const [id, { quota, accessedAt }] of tokens) statements.updateToken.run(quota, quota, accessedAt, id)
    for (const [id, { quota }] of channels) statements.updateChannel.run(quota, id)
    for (const { key, count, logged, quota, promptTokens, completionTokens } of hours.values()) {
      statements.upsertHour.run(...key, count, logged, quota, promptTokens, completionTokens)
    }
  }

  return (values) => {
    const changes: Changes = { users: new Map(), tokens: new Map(), channels: new Map(), hours: new Map() }
    statements.begin.run()
    try {
      insert(values, changes)
      apply(changes)
      statements.commit.run()
    } catch (error) {
      if (database.isTransaction) statements.rollback.run()
      throw error
    }
  }
}

const addUp = (changes: Changes, settlement: readonly Value[], logged: boolean): void => {
  const createdAt = numberAt(settlement, 1)
  const userId = numberAt(settlement, 2)
  const username = textAt(settlement, 3)
  const tokenId = numberAt(settlement, 4)
  const tokenName = textAt(settlement, 5)
  const channelId = numberAt(settlement, 6)
  const modelName = textAt(settlement, 7)
  const group = textAt(settlement, 8)
  const quota = numberAt(settlement, 9)

  add(changes.users, userId, quota, numberAt(settlement, 14), createdAt)
  if (tokenId > 0) add(changes.tokens, tokenId, quota, 0, createdAt)
  if (channelId > 0) add(changes.channels, channelId, quota, 0, createdAt)

  const hour = createdAt - (createdAt % 3600)
  // The lengths keep names apart whatever characters they hold.
  const hourKey = `${hour} ${userId} ${tokenId} ${channelId} ${modelName.length} ${group.length} ${username.length} ${modelName}${group}${username}${tokenName}`
  let sums = changes.hours.get(hourKey)
  if (sums === undefined) {
    const key = [hour, userId, username, tokenId, tokenName, channelId, modelName, group]
    sums = { key, count: 0, logged: 0, quota: 0, promptTokens: 0, completionTokens: 0 }
    changes.hours.set(hourKey, sums)
  }
  sums.count += 1
  sums.logged += logged ? 1 : 0
  sums.quota += quota
  sums.promptTokens += numberAt(settlement, 10)
  sums.completionTokens += numberAt(settlement, 11)
}

const add = (all: Map<number, Sums>, id: number, quota: number, counted: number, accessedAt: number): void => {
  const sums = all.get(id)
  if (sums === undefined) {
    all.set(id, { quota, counted, accessedAt })
    return
  }
  sums.quota += quota
  sums.counted += counted
  sums.accessedAt = Math.max(sums.accessedAt, accessedAt)
}

const numberAt = (values: readonly Value[], index: number): number => {
  const value = values[index]
  if (typeof value !== 'number') throw new TypeError('A settlement arrived without one of its numbers')
  return value
}

const textAt = (values: readonly Value[], index: number): string => {
  const value = values[index]
  if (typeof value !== 'string') throw new TypeError('A settlement arrived without one of its texts')
  return value
}

const prepareStatements = (database: DatabaseSync) => ({
  begin: database.prepare('begin immediate'),
  commit: database.prepare('commit'),
  rollback: database.prepare('rollback'),
  insertLog: database.prepare(
    `insert into logs (request_id, created_at, user_id, username, token_id, token_name, channel, model_name, "group",
       quota, prompt_tokens, completion_tokens, use_time, is_stream, counted, content, other, type)
     select ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, 2
     where not exists (select 1 from charges where request_id = ?1)
     on conflict (request_id) do nothing`,
  ),
  insertCharge: database.prepare(
    `insert into charges (request_id, created_at, user_id, token_id, channel_id, quota, counted)
     select ?1, ?2, ?3, ?4, ?5, ?6, ?7
     where not exists (select 1 from logs where request_id = ?1)
     on conflict (request_id) do nothing`,
  ),
  updateUser: database.prepare(
    'update users set quota = quota - ?, used_quota = used_quota + ?, request_count = request_count + ? where id = ?',
  ),
  updateToken: database.prepare(
    `update tokens set remain_quota = remain_quota - ?, used_quota = used_quota + ?,
       accessed_time = max(accessed_time, ?) where id = ?`,
  ),
  updateChannel: database.prepare('update channels set used_quota = used_quota + ? where id = ?'),
  upsertHour: database.prepare(
    `insert into usage_hours (hour, user_id, username, token_id, token_name, channel, model_name, "group",
       count, logged, quota, prompt_tokens, completion_tokens)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     on conflict (hour, user_id, token_id, channel, model_name, "group", username, token_name) do update set
       count = count + excluded.count, logged = logged + excluded.logged, quota = quota + excluded.quota,
       prompt_tokens = prompt_tokens + excluded.prompt_tokens,
       completion_tokens = completion_tokens + excluded.completion_tokens`,
  ),
})
