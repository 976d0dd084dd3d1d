import {
  assumedAudioCompletionRatio,
  defaultAudioRatio,
  defaultCacheCreationHourRatio,
  defaultCacheCreationRatio,
  defaultCacheRatio,
  defaultCompletionRatio,
  defaultImageCompletionRatio,
  defaultImageRatio,
  pricingName,
} from '#contract/default-ratio-rules.ts'
import { priceStepsOf } from '#contract/price-steps.ts'
import { type TierRatios, tierRatiosOf } from '#contract/service-tiers.ts'
import { toolPricesOf } from '#contract/tool-prices.ts'
import { type WeighedCard, weigh } from '#pricing/price.ts'
import type { PriceCard } from '#pricing/price-card.ts'
import { specialRatio } from '../groups.ts'
import type { Options } from '../options.ts'

export type ModelPrice = {
  card: PriceCard
  weighed: WeighedCard
  /** Set when the user's own group has a special ratio in the group that is used. */
  userGroupRatio: number | undefined
  /** Nobody set a price for the model, and the asker goes on without: it costs the usual ratio. */
  isUsual: boolean
}

/** Whose price is asked for. */
export type PriceAsker = {
  group: string
  userGroup: string
  acceptsUnpriced: boolean
  /** How many times the usual price its calls cost; once where it is not set. */
  priceTimes?: number
}

/** The price of each model for each group, worked out from the options and kept until they change. */
export type Prices = {
  /** Undefined when the model has neither a price nor a ratio and the asker may not go on without. */
  find: (model: string, asker: PriceAsker) => ModelPrice | undefined
  /** What its services cost by the operator's own ratios. */
  tiers: (model: string) => TierRatios | undefined
}

/** What a model without price or ratio costs where that is allowed. */
const unpricedRatio = 37.5

export const createPrices = (options: Options): Prices => {
  let known = new Map<string, ModelPrice>()
  /** Hardly any operator gives ratios to services, and every call asks for them. */
  const hasTiers = () => Object.keys(options.get('ServiceTierRatio')).length > 0
  let isTiered = hasTiers()
  options.onChange(() => {
    known = new Map()
    isTiered = hasTiers()
  })
  return {
    tiers: (model) => (isTiered ? tierRatiosOf(options.get('ServiceTierRatio'), pricingName(model)) : undefined),
    find: (model, asker) => {
      const key = `${asker.acceptsUnpriced}\n${asker.userGroup}\n${asker.group}\n${model}`
      const found = known.get(key)
      if (found !== undefined) return found
      const price = workOut(options, model, asker)
      // Names come from clients: what nobody priced is not worth keeping in any number.
      if (price !== undefined) known.set(key, price)
      return price
    },
  }
}

const workOut = (options: Options, model: string, asker: PriceAsker): ModelPrice | undefined => {
  const name = pricingName(model)
  const modelPrice = lookUp(options.get('ModelPrice'), name)
  const allowed = asker.acceptsUnpriced || options.get('SelfUseModeEnabled')
  const ratio = lookUp(options.get('ModelRatio'), name) ?? (allowed ? unpricedRatio : undefined)
  if (modelPrice === undefined && ratio === undefined) return undefined

  const special = specialRatio(options, asker.userGroup, asker.group)
  const completionRatio = lookUp(options.get('CompletionRatio'), name) ?? defaultCompletionRatio(name)
  const audioRatio = lookUp(options.get('AudioRatio'), name) ?? defaultAudioRatio(name)
  const card: PriceCard = {
    modelPrice,
    // A fixed price counts alone: a ratio beside it would be shown, and charge nobody.
    modelRatio: modelPrice === undefined ? (ratio ?? 0) : 0,
    completionRatio,
    cacheRatio: lookUp(options.get('CacheRatio'), name) ?? defaultCacheRatio(name),
    ...cacheCreationRatios(lookUp(options.get('CreateCacheRatio'), name), name),
    audioRatio,
    audioCompletionRatio:
      lookUp(options.get('AudioCompletionRatio'), name) ??
      assumedAudioCompletionRatio(name, { completionRatio, audioRatio }),
    imageRatio: lookUp(options.get('ImageRatio'), name) ?? defaultImageRatio(name),
    imageCompletionRatio: defaultImageCompletionRatio(name) ?? completionRatio,
    steps: priceStepsOf(options.get('PriceStep'), name),
    groupRatio: special ?? lookUp(options.get('GroupRatio'), asker.group) ?? 1,
    toolPrices: toolPricesOf(options.get('ToolPrice'), name),
  }
  const isUsual = modelPrice === undefined && lookUp(options.get('ModelRatio'), name) === undefined
  return { card, weighed: weigh(card), userGroupRatio: special, isUsual }
}

/** What is kept for an hour costs as many times what is kept for minutes as it does by the rules. */
const cacheCreationRatios = (
  set: number | undefined,
  name: string,
): Pick<PriceCard, 'cacheCreationRatio' | 'cacheCreationHourRatio'> => {
  const [usual, usualHour] = [defaultCacheCreationRatio(name), defaultCacheCreationHourRatio(name)]
  if (set === undefined) return { cacheCreationRatio: usual, cacheCreationHourRatio: usualHour }
  return { cacheCreationRatio: set, cacheCreationHourRatio: Number(((set * usualHour) / usual).toPrecision(12)) }
}

/** The same price so many times. A log row holds it as it was charged. */
export const timesPrice = (price: ModelPrice, times: number): ModelPrice => {
  if (times === 1) return price
  const scaled = (value: number) => Number((value * times).toPrecision(12))
  const { modelPrice, modelRatio } = price.card
  const card = {
    ...price.card,
    modelRatio: scaled(modelRatio),
    modelPrice: modelPrice === undefined ? undefined : scaled(modelPrice),
    serviceRatio: (price.card.serviceRatio ?? 1) * times,
  }
  return { ...price, card, weighed: weigh(card) }
}

/** The same price, however long a prompt is: for what adds up many calls, of which nobody knows how long each was. */
export const withoutSteps = (price: ModelPrice): ModelPrice => {
  const { steps = [], ...card } = price.card
  return steps.length === 0 ? price : { ...price, card, weighed: weigh(card) }
}

const lookUp = <Value>(map: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(map, name) ? map[name] : undefined
