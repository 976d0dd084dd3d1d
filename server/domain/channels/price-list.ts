import type { Language } from '#contract/languages.ts'
import { type PricedModel, quotaTypes } from '#contract/models.ts'
import { endpointTypesOf, markOf, ownerOf } from '#providers/catalogue.ts'
import { providerOf } from '#providers/index.ts'
import type { Ruling } from '#providers/members.ts'
import { factsOf } from '#providers/models/index.ts'
import type { Prices } from '../money/prices.ts'
import type { Options } from '../options.ts'
import type { ChannelPool } from './channel-pool.ts'
import { isPriced } from './unset-models.ts'

/** Who looks at the prices. */
type PriceReader = { userGroup: string; groups: readonly string[]; language: Language }

type PriceList = (reader: PriceReader) => PricedModel[]

type Parts = { options: Options; pool: ChannelPool; prices: Prices }

/**
 * Makes the list of what models cost that the reader's groups can call, as it is now. Anyone may ask, as often as they
 * like, and with thousands of channels it takes its time to see who serves what: that is kept until a channel changes.
 */
export const createPriceList = ({ options, pool, prices }: Parts): PriceList => {
  const known = new Map<string, { models: Map<string, Offer>; version: number }>()

  const modelsOf = (group: string): Map<string, Offer> => {
    const found = known.get(group)
    if (found?.version === pool.version()) return found.models
    const models = new Map(
      pool.modelsOf([group]).map((model) => {
        const types = new Set(pool.candidates(group, model).map(({ type }) => type))
        return [model, { bareName: pool.bareName(group, model), types }]
      }),
    )
    known.set(group, { models, version: pool.version() })
    return models
  }

  const entryOf = (
    model: string,
    { bareName, types, groups }: GroupedOffer,
    { userGroup, language }: PriceReader,
  ): PricedModel[] => {
    const [group = ''] = groups
    // The whole name goes before the one behind its prefix, as it does for a call.
    const priced = [model, bareName].find((name) => isPriced(options, name))
    const price = prices.find(priced ?? bareName, { group, userGroup, acceptsUnpriced: true })
    if (price === undefined) return []
    const { card } = price
    return [
      {
        model_name: model,
        quota_type: card.modelPrice === undefined ? quotaTypes.byUsage : quotaTypes.perCall,
        model_ratio: card.modelRatio,
        model_price: card.modelPrice ?? 0,
        ...ownerIn(language, bareName),
        mark: markOf(bareName),
        completion_ratio: card.modelPrice === undefined ? card.completionRatio : 0,
        cache_ratio: card.cacheRatio,
        cache_creation_ratio: card.cacheCreationRatio,
        cache_creation_hour_ratio: card.cacheCreationHourRatio,
        image_ratio: card.imageRatio,
        image_completion_ratio: card.imageCompletionRatio,
        audio_ratio: card.audioRatio,
        audio_completion_ratio: card.audioCompletionRatio,
        price_steps: [...(card.modelPrice === undefined ? (card.steps ?? []) : [])],
        ...tiersOf(priced ?? bareName, types),
        ...knownOf(factsOf(model) ?? factsOf(bareName)),
        enable_groups: groups,
        supported_endpoint_types: [...endpointTypesOf(bareName, types)],
        priced: priced !== undefined,
      },
    ]
  }

  /** The operator's own ratios; else what the vendors say that have the model, where they agree. */
  const tiersOf = (model: string, types: ReadonlySet<number>): Pick<PricedModel, 'service_tiers'> => {
    const rules = [...types].map((type) => providerOf(type).members?.servicetier)
    const ruled = (word: 'flex' | 'priority'): number | undefined => {
      const [first, ...others] = rules.map((rule) => timesOfRuling(rule?.(word, model)))
      return others.every((each) => each === first) ? first : undefined
    }
    const tiers = { flex: ruled('flex'), priority: ruled('priority'), ...prices.tiers(model) }
    const told = Object.fromEntries(Object.entries(tiers).filter(([, times]) => times !== undefined))
    return Object.keys(told).length === 0 ? {} : { service_tiers: told }
  }

  return (reader) => {
    const offers = new Map<string, GroupedOffer>()
    for (const group of reader.groups) {
      for (const [model, { bareName, types }] of modelsOf(group)) {
        const offer = offers.get(model) ?? { bareName, types: new Set(), groups: [] }
        offers.set(model, { ...offer, types: new Set([...offer.types, ...types]), groups: [...offer.groups, group] })
      }
    }
    return [...offers].flatMap(([model, offer]) => entryOf(model, offer, reader)).sort(inOrder)
  }
}

/** The name that is the same in every language, and the reader's where it is another. */
const ownerIn = (language: Language, model: string): Pick<PricedModel, 'owner_by' | 'owner_name'> => {
  const [owner, name] = [ownerOf(model), ownerOf(model, language)]
  return name === owner ? { owner_by: owner } : { owner_by: owner, owner_name: name }
}

const timesOfRuling = (ruling: Ruling | undefined): number | undefined =>
  typeof ruling === 'object' && 'times' in ruling ? ruling.times : undefined

const knownOf = (facts: ReturnType<typeof factsOf>): Partial<PricedModel> =>
  facts === undefined
    ? {}
    : {
        context_length: facts.context,
        max_output_tokens: facts.output,
        input_modalities: [...facts.takes],
        output_modalities: [...(facts.gives ?? ['text'])],
        abilities: facts.able && [...facts.able],
        knows_until: facts.knows,
        retires_on: facts.retires,
      }

/** What channels of a group have under a model's name. */
type Offer = { bareName: string; types: ReadonlySet<number> }
type GroupedOffer = Offer & { groups: string[] }

/** By what is paid for first, then by name, with the family everybody asks for at the top. */
const inOrder = (one: PricedModel, other: PricedModel): number =>
  one.quota_type - other.quota_type ||
  Number(other.model_name.startsWith('gpt')) - Number(one.model_name.startsWith('gpt')) ||
  byName.compare(one.model_name, other.model_name)

const byName = new Intl.Collator('en', { numeric: true })
