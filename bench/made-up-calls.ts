import { priceWeighed, type WeighedCard, weigh } from '#pricing/price.ts'
import type { PriceCard } from '#pricing/price-card.ts'
import { usageOf } from '#pricing/usage.ts'
import type { Settlement } from '#server/db/settling/settlement.ts'

export const population = { users: 1000, tokensPerUser: 3, models: 40, channels: 30, days: 90 } as const

const groups = ['default', 'default', 'default', 'default', 'default', 'default', 'default', 'vip', 'vip', 'team']
/** How many models one user works with, and how many channels serve one model. */
const modelsPerUser = 8
const channelsPerModel = 4

const secondsPerDay = 86_400

/**
 * The calls of a busy season, in the order of time, the same ones every time: few users make most of them, few models
 * answer most of them, days have peaks and nights, and each call is priced by its card.
 */
export function* madeUpCalls(count: number, until: number): Generator<Settlement> {
  const random = createRandom(20_261_121)
  const pickUser = createUneven(population.users, random)
  const pickModel = createUneven(population.models, random)
  const habits = Array.from({ length: population.users }, () => Array.from({ length: modelsPerUser }, pickModel))
  const rates = createRates()
  const from = until - population.days * secondsPerDay
  for (let index = 0; index < count; index += 1) {
    const user = pickUser()
    const token = Math.floor(random() * population.tokensPerUser)
    const model = habits[user]?.[Math.floor(random() * random() * modelsPerUser)] ?? 0
    const channel = channelOf(model, Math.floor(random() * channelsPerModel))
    const group = groups[user % groups.length] ?? 'default'
    const isStream = random() < 0.7
    const promptTokens = 200 + Math.floor(random() * random() * 12_000)
    const cacheRead = random() < 0.3 ? Math.floor(promptTokens * 0.6) : 0
    const completionTokens = 20 + Math.floor(random() * random() * 2000)
    const { card, weighed } = rates(model, group)
    const usage = usageOf({ input: promptTokens - cacheRead, cacheRead, output: completionTokens })
    const useTime = 1 + Math.floor(random() * 20)
    yield {
      requestId: requestIdOf(index),
      createdAt: Math.floor(from + timeOf(index / count) * secondsPerDay),
      userId: user + 1,
      username: userName(user + 1),
      tokenId: user * population.tokensPerUser + token + 1,
      tokenName: tokenName(user + 1, token),
      channelId: channel,
      modelName: modelName(model),
      group,
      quota: priceWeighed(weighed, usage),
      promptTokens,
      completionTokens,
      useTime,
      durationMs: useTime * 1000,
      isStream,
      content: '',
      other: JSON.stringify({
        model_ratio: card.modelRatio,
        model_price: -1,
        completion_ratio: card.completionRatio,
        group_ratio: card.groupRatio,
        cache_tokens: cacheRead,
        cache_ratio: card.cacheRatio,
        admin_info: { use_channel: [String(channel)], attempts: [{ channel, status: 200, ms: useTime * 1000 }] },
        ...(isStream ? { frt: 300 + Math.floor(random() * 900) } : {}),
      }),
      counted: true,
      logged: true,
    }
  }
}

export const requestIdOf = (index: number): string => `mfx${index.toString(36).padStart(8, '0')}bench00000`
export const userName = (id: number): string => `user${id}`
export const modelName = (index: number): string => `vendor-${index % 7}/model-${index}`
/** Every fifth user leaves the name of the first token as it came. */
export const tokenName = (userId: number, token: number): string =>
  token === 0 && userId % 5 === 0 ? 'default' : `${userName(userId)} key ${token + 1}`

export const channelOf = (model: number, number: number): number => 1 + ((model * 7 + number * 3) % population.channels)

/** Where in the season the share of its calls is, in days: half as many by night as on average. */
const timeOf = (share: number): number => {
  const days = share * population.days
  return Math.min(population.days, days + 0.08 * Math.sin(2 * Math.PI * days) * (1 - share))
}

const createRates = () => {
  const known = new Map<string, { card: PriceCard; weighed: WeighedCard }>()
  return (model: number, group: string) => {
    const key = `${model} ${group}`
    const rate = known.get(key)
    if (rate !== undefined) return rate
    const card = cardOf(model, group)
    const made = { card, weighed: weigh(card) }
    known.set(key, made)
    return made
  }
}

const cardOf = (model: number, group: string): PriceCard => ({
  modelPrice: undefined,
  modelRatio: 0.075 * (1 + (model % 20)),
  completionRatio: 4,
  cacheRatio: 0.5,
  cacheCreationRatio: 1.25,
  cacheCreationHourRatio: 2,
  audioRatio: 1,
  audioCompletionRatio: 1,
  imageRatio: 1,
  imageCompletionRatio: 4,
  groupRatio: group === 'vip' ? 0.8 : 1,
  toolPrices: {},
})

/** Numbers below `count`, the first ones by far the most often. */
const createUneven = (count: number, random: () => number): (() => number) => {
  const sums: number[] = []
  let sum = 0
  for (let rank = 1; rank <= count; rank += 1) {
    sum += 1 / rank
    sums.push(sum)
  }
  return () => {
    const wanted = random() * sum
    let low = 0
    let high = count - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sums[middle] ?? sum) < wanted) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** The same numbers from the same seed, evenly between 0 and 1. */
const createRandom = (seed: number): (() => number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
