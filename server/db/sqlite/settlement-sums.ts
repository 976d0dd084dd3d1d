import { settledTexts } from '../dimension-columns.ts'
import { latencyBucketOf } from '../latency-buckets.ts'
import { hasPart, hourOf, partOf } from '../log-time.ts'
import type { ArrivedSettlement } from './settlement-values.ts'

/** What settlements add to each row that they change, so that it is written once, however many of them change it. */
export type Sums = {
  users: Map<number, AccountSums>
  tokens: Map<number, AccountSums>
  channels: Map<number, AccountSums>
  /** By user: those of one user are few, and found by comparing. */
  hours: Map<number, HourSums[]>
  /** By channel. */
  latencies: Map<number, LatencySums[]>
}

type AccountSums = { quota: number; counted: number; accessedAt: number }

export type HourSums = {
  hour: number
  key: ArrivedSettlement['key']
  count: number
  logged: number
  quota: number
  promptTokens: number
  completionTokens: number
  parts: number
}

type LatencySums = { hour: number; channel: number; model: string; bucket: number; count: number }

export const emptySums = (): Sums => ({
  ...{ users: new Map(), tokens: new Map(), channels: new Map() },
  ...{ hours: new Map(), latencies: new Map() },
})

export const addToSums = (sums: Sums, settlement: ArrivedSettlement): void => {
  const { userId, tokenId, channelId, quota, counted, createdAt } = settlement
  addToAccount(sums.users, userId, quota, counted, createdAt)
  if (tokenId > 0) addToAccount(sums.tokens, tokenId, quota, counted, createdAt)
  if (channelId > 0) addToAccount(sums.channels, channelId, quota, counted, createdAt)

  const hour = hourSums(sums, settlement)
  const part = partOf(createdAt)
  hour.count += 1
  hour.logged += settlement.logged
  hour.quota += quota
  hour.promptTokens += settlement.promptTokens
  hour.completionTokens += settlement.completionTokens
  if (settlement.logged && !hasPart(hour.parts, part)) hour.parts += part
  addLatency(sums, settlement)
}

const modelPlace = settledTexts.indexOf('modelName')

const addLatency = (
  { latencies }: Sums,
  { channelId: channel, createdAt, durationMs, key }: ArrivedSettlement,
): void => {
  const bucket = latencyBucketOf(durationMs)
  if (bucket < 0) return
  const hour = hourOf(createdAt)
  const model = String(key[modelPlace])
  let ofChannel = latencies.get(channel)
  if (ofChannel === undefined) {
    ofChannel = []
    latencies.set(channel, ofChannel)
  }
  const known = ofChannel.find((sums) => sums.bucket === bucket && sums.hour === hour && sums.model === model)
  if (known === undefined) ofChannel.push({ hour, channel, model, bucket, count: 1 })
  else known.count += 1
}

const addToAccount = (
  all: Map<number, AccountSums>,
  id: number,
  quota: number,
  counted: number,
  accessedAt: number,
): void => {
  const sums = all.get(id)
  if (sums === undefined) {
    all.set(id, { quota, counted, accessedAt })
    return
  }
  sums.quota += quota
  sums.counted += counted
  sums.accessedAt = Math.max(sums.accessedAt, accessedAt)
}

const hourSums = ({ hours }: Sums, settlement: ArrivedSettlement): HourSums => {
  const { userId, key } = settlement
  const hour = hourOf(settlement.createdAt)
  let ofUser = hours.get(userId)
  if (ofUser === undefined) {
    ofUser = []
    hours.set(userId, ofUser)
  }
  const known = ofUser.find((sums) => sums.hour === hour && isSame(sums.key, key))
  if (known !== undefined) return known
  const added = { hour, key, count: 0, logged: 0, quota: 0, promptTokens: 0, completionTokens: 0, parts: 0 }
  ofUser.push(added)
  return added
}

const isSame = (key: HourSums['key'], other: HourSums['key']): boolean => {
  for (let place = 0; place < key.length; place += 1) if (key[place] !== other[place]) return false
  return true
}
