import { ApplicationError } from '#contract/errors.ts'
import { longestPriceList } from '#contract/price-lists.ts'
import { readPriceList } from '#providers/price-lists/index.ts'
import type { PriceList } from '#providers/price-lists/price-offer.ts'
import type { Log } from '../../lib/log.ts'
import type { AddressPolicy } from '../../lib/outbound/address-guard.ts'
import type { Outbound } from '../../lib/outbound/outbound.ts'

/** Reads what others ask for models. Nothing is kept, and no price is changed by it. */
export type PriceLists = {
  at: (address: string) => Promise<PriceList>
  of: (text: string) => PriceList
}

type Parts = { outbound: Pick<Outbound, 'request'>; policy: AddressPolicy; log: Pick<Log, 'info'> }

export const createPriceLists = ({ outbound, policy, log }: Parts): PriceLists => {
  const fetchText = async (address: string): Promise<string> => {
    const headers = { accept: 'application/json', 'accept-encoding': 'gzip', 'user-agent': 'sluice' }
    const limits = { policy, timeoutMs: deadlineMs, maximumBytes: longestPriceList }
    try {
      const { status, body } = await outbound.request({ method: 'GET', url: address, headers, ...limits })
      if (status !== 200) throw new Error(`answered with status ${status}`)
      return body.toString()
    } catch (error) {
      log.info('a price list gave no answer', { error })
      throw new ApplicationError('price_list_unreachable', {}, error)
    }
  }
  return { at: async (address) => readText(await fetchText(address)), of: readText }
}

const readText = (text: string): PriceList => {
  const list = readPriceList(parse(text))
  if (list === undefined) throw new ApplicationError('price_list_unknown')
  return list
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const deadlineMs = 20_000
