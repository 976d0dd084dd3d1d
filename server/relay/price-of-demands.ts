import { priceWeighed } from '#pricing/price.ts'
import type { ToolCalls, Usage } from '#pricing/usage.ts'
import { type ModelPrice, timesPrice } from '../domain/money/prices.ts'
import type { AnsweringService } from './answering-service.ts'
import type { Demands } from './demands.ts'
import type { UpstreamRequest } from './upstream-request.ts'

/** What an answer is charged by, where the request let other models answer or asked for another service. */
export const priceOfDemands = (
  asked: ModelPrice,
  usage: Usage,
  { demands, heard, model }: Pick<UpstreamRequest, 'demands' | 'heard' | 'model'>,
): ModelPrice => {
  if (demands === undefined) return asked
  return timesPrice(answererPrice(asked, usage, demands, heard?.model(), model), timesOf(demands, heard))
}

/** The model that the answer names; the dearest where it names none of them. */
const answererPrice = (
  asked: ModelPrice,
  usage: Usage,
  { others }: Demands,
  answerer: string | undefined,
  model: string,
): ModelPrice => {
  if (others.length === 0 || answerer === model) return asked
  const named = others.find(({ upstream }) => upstream === answerer)
  if (named !== undefined) return named.price
  return others.reduce(
    (dearest, { price }) =>
      priceWeighed(price.weighed, usage) > priceWeighed(dearest.weighed, usage) ? price : dearest,
    asked,
  )
}

/** What the answer says counts; nothing is cheaper unless the answer says so. */
const timesOf = ({ times, told }: Demands, heard: AnsweringService | undefined): number => {
  if (told === undefined) return times
  const service = heard?.service()
  return (service === undefined ? undefined : told[service]) ?? Math.max(1, times)
}

export const plusTools = (tools: ToolCalls | undefined, more: ToolCalls | undefined): ToolCalls | undefined => {
  if (tools === undefined || more === undefined) return tools ?? more
  const sum: Record<string, number> = { ...tools }
  for (const [tool, calls] of Object.entries(more)) sum[tool] = (sum[tool] ?? 0) + calls
  return sum
}
