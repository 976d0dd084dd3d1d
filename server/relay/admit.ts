import { ApplicationError } from '#contract/errors.ts'
import { priceWeighed, type WeighedCard, weigh, weighedFor } from '#pricing/price.ts'
import { picturePrice } from '#pricing/price-card.ts'
import { type ToolCalls, type Usage, usageOf } from '#pricing/usage.ts'
import { longestAnswerOf, thinksUnseen } from '#protocols/counting/output-estimate.ts'
import type { RequestOutline } from '#protocols/protocol.ts'
import type { Domain } from '../domain/domain.ts'
import type { Hold } from '../domain/money/accounts.ts'
import { type ModelPrice, timesPrice } from '../domain/money/prices.ts'
import { tellingShortage } from './affordable.ts'
import type { Caller } from './authenticate.ts'
import type { Call } from './call.ts'
import { type Demands, dearestDemands } from './demands.ts'
import { checkModel } from './offered-models.ts'
import { priceOf } from './price-of.ts'
import { countPromptHigh, longestPrompt } from './prompt-length.ts'

type Live = Pick<Domain, 'options' | 'ledger' | 'pool' | 'prices' | 'promptRatios' | 'settlements' | 'tokenCounter'>

export type Admission = {
  price: ModelPrice
  /** Set where the price is by the piece for want of better, and the upstream may tell tokens yet. */
  priceByTokens: ModelPrice | undefined
  hold: Hold
  /** Output tokens that the hold pays for. */
  coveredOutput: number
  /** By how much the hold grows when a stream goes on. */
  stretch: { tokens: number; amount: number }
}

/**
 * Refuses the call, or sets aside what it will probably cost: never both. Answers without a promise where nothing has to
 * be waited for.
 */
export const admit = (domain: Live, caller: Caller, call: Call, earlierTurns = 0): Admission | Promise<Admission> => {
  const { outline } = call
  checkModel(domain, caller, outline.model)
  const found = findPrice(domain, caller, outline.model)
  const price = outline.knownUsage !== undefined && outline.knownUsage.calls > 0 ? byThePiece(found) : found
  if (domain.settlements.mayBegin()) return setAside(domain, caller, call, { price, found, earlierTurns })
  return domain.settlements.mayBeginAgain().then(() => setAside(domain, caller, call, { price, found, earlierTurns }))
}

type Priced = { price: ModelPrice; found: ModelPrice; earlierTurns: number }

const setAside = (
  domain: Live,
  caller: Caller,
  call: Call,
  { price, found, earlierTurns }: Priced,
): Admission | Promise<Admission> => {
  const { outline } = call
  const usual = domain.options.get('PreConsumedQuota')
  const demands = dearestDemands(domain, caller, call)
  const { knownUsage } = outline
  const measured = measuredPrompt(domain, caller, outline)
  const needOf = (counted: number): Need => {
    const prompt = Math.max(counted, measured)
    return estimateWith(price, found, { call, prompt, measured, earlierTurns, usual }, demands)
  }
  const need = needOf(knownUsage === undefined ? longestPrompt(call) : 0)
  const whose = { userId: caller.userId, tokenId: caller.tokenId }
  const admission = (need: Need, hold: Hold): Admission => ({
    price,
    priceByTokens: price === found ? undefined : found,
    hold,
    coveredOutput: need.coveredBy(hold.amount),
    stretch: need.stretch,
  })
  const ample = { ...whose, amount: need.amount, free: need.amount * plenty }
  const held = domain.ledger.holdNow(ample)
  if (held !== undefined) return admission(need, held)
  return domain.ledger.holdAmply(ample).then(async (held) => {
    if (held !== undefined) return admission(need, held)
    const counted = knownUsage === undefined ? needOf(await countPrompt(domain, caller, call)) : need
    const wish = { ...whose, amount: counted.amount, least: counted.least(), leastBeside: counted.leastBeside() }
    return admission(counted, await domain.ledger.hold(wish).catch(tellingShortage(domain, whose, counted)))
  })
}

const measuredPrompt = (
  { pool, promptRatios }: Live,
  { group, pinnedChannel }: Caller,
  { model, promptEstimate, knownUsage }: RequestOutline,
): number => {
  if (knownUsage !== undefined) return 0
  const candidates = () => pool.candidates(group, model).filter(({ id }) => id === (pinnedChannel ?? id))
  return promptRatios.expected(model, promptEstimate, candidates)
}

/** Where so many times as much is free as a call can cost at the most, nobody misses what it holds too much. */
const plenty = 8

const byThePiece = (price: ModelPrice): ModelPrice => {
  const card = picturePrice(price.card)
  return card === price.card ? price : { ...price, card, weighed: weigh(card) }
}

const findPrice = (domain: Live, caller: Caller, model: string): ModelPrice => {
  const price = priceOf(domain, caller, model)
  if (price === undefined) throw new ApplicationError('model_unpriced', { model })
  return price
}

/** Where quota is short it matters how long the prompt really is. */
const countPrompt = async (domain: Live, caller: Caller, call: Call): Promise<number> => {
  const longest = longestPrompt(call)
  // Who has nothing gets nothing, however long it is.
  if ((await domain.ledger.balance(caller.userId)) <= 0) return longest
  return Math.min(longest, await countPromptHigh(domain.tokenCounter, call))
}

type Asked = {
  call: Call
  /** Its tokens at the most. */
  prompt: number
  /** As many as its upstream has been telling of such prompts; 0 where that is no more than is estimated. */
  measured: number
  /** Those of what its upstream keeps of the turns before. */
  earlierTurns: number
  /** The output of a usual answer, or of its first stretch. */
  usual: number
}

type Need = {
  /** What the call may cost at the most before its hold can grow. */
  amount: number
  /** Asked for only where quota is short. */
  least: () => number
  leastBeside: () => number
  stretch: { tokens: number; amount: number }
  coveredBy: (held: number) => number
  /** What it costs with so much output; undefined where that is not what it is priced by. */
  withOutput: ((tokens: number) => number) | undefined
}

/**
 * Where nothing else is under way a call may begin with the least it can be; beside others it needs all that it may
 * cost before its hold can grow, so that a debt is never more than one call's. A stream's hold grows with what is seen of
 * it. Each tool that is offered may be called.
 */
const estimateNeed = (card: WeighedCard, asked: Asked, offeredTools: ToolCalls | undefined): Need => {
  const { call, earlierTurns } = asked
  const prompt = asked.prompt + earlierTurns
  const { outline, protocol } = call
  const { choices, maximumOutput } = outline
  const usual = Math.max(1, asked.usual)
  const most = protocol.writesNothing === true ? 0 : (maximumOutput ?? longestAnswerOf(outline.model))
  const isSeen = outline.stream && !thinksUnseen(outline.model, call.body())
  const first = isSeen ? Math.min(most, usual) : most
  const sure = outline.stream ? 1 : (maximumOutput ?? 1)
  // A long prompt makes the output dearer too.
  const stretchCard = weighedFor(card, prompt)
  const cost = (input: number, output: number) =>
    priceWeighed(card, usageOf({ input, output: output * choices, tools: offeredTools }))
  const amount = cost(prompt, first)
  const leastPrompt = () =>
    Math.min(Math.max(leastPromptEstimate(outline), Math.ceil(asked.measured / 2)), asked.prompt) +
    Math.ceil(earlierTurns / 2)
  const stretchAmount = priceWeighed(stretchCard, usageOf({ output: usual * choices }))
  return {
    amount,
    least: () => Math.min(amount, cost(leastPrompt(), sure)),
    leastBeside: () => cost(prompt, isSeen ? 1 : first),
    stretch: { tokens: usual * choices, amount: stretchAmount },
    coveredBy: (held: number): number => {
      if (held >= amount) return first * choices
      return Math.max(0, Math.floor(((held - cost(leastPrompt(), 0)) * usual * choices) / stretchAmount))
    },
    withOutput: (tokens) => cost(prompt, tokens),
  }
}

/** What a call asks for beside its model is held as well, by the dearest of the models that may answer it. */
const estimateWith = (price: ModelPrice, byTokens: ModelPrice, asked: Asked, demands: Demands | undefined): Need => {
  const { outline } = asked.call
  const times = Math.max(1, demands?.times ?? 1)
  if (outline.knownUsage !== undefined) {
    return holdKnown(timesPrice(price, times), timesPrice(byTokens, times), outline, outline.knownUsage)
  }
  if (demands === undefined) return estimateNeed(price.weighed, asked, outline.offeredTools)
  const { tools, others } = demands
  const offered = tools === undefined ? outline.offeredTools : { ...outline.offeredTools, ...tools }
  return others
    .map((other) => estimateNeed(timesPrice(other.price, times).weighed, asked, offered))
    .reduce(
      (dearest, need) => (need.amount > dearest.amount ? need : dearest),
      estimateNeed(timesPrice(price, times).weighed, asked, offered),
    )
}

/** A picture by the piece may turn out to be one by tokens: whoever is alone may try with the smaller price. */
const holdKnown = (price: ModelPrice, byTokens: ModelPrice, { pictures }: RequestOutline, usage: Usage): Need => {
  const own = priceWeighed(price.weighed, usage)
  const amount = Math.max(own, priceWeighed(byTokens.weighed, usage))
  return holdExactly(amount, pictures?.isByToken === false ? own : amount)
}

const holdExactly = (amount: number, least: number): Need => ({
  amount,
  least: () => least,
  leastBeside: () => amount,
  stretch: { tokens: 1, amount: 0 },
  coveredBy: () => 0,
  withOutput: undefined,
})

/** The prompt is estimated high; this is as little as it can well be. */
export const leastPromptEstimate = (outline: RequestOutline): number => Math.ceil(outline.promptEstimate / 2)
