import type { ErrorValues } from '#contract/error-reasons.ts'
import { ApplicationError } from '#contract/errors.ts'
import { isObject, parseLenient } from '#protocols/json/json.ts'
import { BalanceUnreadable } from '#providers/balances.ts'
import { providerOf } from '#providers/index.ts'
import type { ChannelFacts } from '#providers/provider.ts'
import { updateChannel } from '../../db/channels.ts'
import type { Database } from '../../db/database.ts'
import { nowSeconds } from '../../lib/clock.ts'
import { AddressRefused } from '../../lib/outbound/address-guard.ts'
import { classifyTransportError, type Outbound } from '../../lib/outbound/outbound.ts'
import type { Domain } from '../domain.ts'
import type { Channel } from './channel.ts'
import { createProviderEnvironment } from './provider-environment.ts'

/** A channel as far as its vendor needs to know it. */
type Asking = ChannelFacts & Pick<Channel, 'type' | 'allKeys' | 'setting'>

/** What vendors tell of a channel besides answering calls. */
export type ChannelVendors = {
  /** The models that it says it has; where it has no list, the ones it is known for. */
  models: (channel: Asking) => Promise<string[]>
  tellsBalance: (channel: Pick<Channel, 'type'>) => boolean
  /** Asks what is left to spend with the first key, and keeps it. */
  updateBalance: (channel: Channel) => Promise<number>
}

type Parts = { domain: Pick<Domain, 'clock'>; database: Database; outbound: Outbound }

const listLimits = { timeoutMs: 30_000, maximumBytes: 8 * 1024 * 1024 }

export const createChannelVendors = ({ domain, database, outbound }: Parts): ChannelVendors => {
  const { clock } = domain
  const environmentFor = ({ setting }: Asking) => createProviderEnvironment(clock, outbound, setting.proxy)

  const fetchList = async (channel: Asking, url: string, headers: Readonly<Record<string, string>>) => {
    const { proxy } = channel.setting
    const request = { url, method: 'GET', headers: { ...headers }, policy: outbound.operator, proxy } as const
    const reply = await outbound.request({ ...request, ...listLimits })
    const body = parseLenient(reply.body.toString('utf8'))
    if (reply.status === 200 && isObject(body)) return body
    // Of another service's text nothing is told: who may ask any address would read what stands there.
    throw new VendorRefused(`HTTP ${reply.status}`)
  }

  return {
    models: async (channel) => {
      const provider = providerOf(channel.type)
      const [key = ''] = channel.allKeys
      try {
        const list = provider.modelList?.(channel, key, environmentFor(channel))
        if (list === undefined) return [...provider.models]
        const names = [...new Set(list.read(await fetchList(channel, list.url, list.headers)))]
        if (names.length === 0) throw new VendorRefused('no_models')
        return names
      } catch (error) {
        throw new ApplicationError('models_fetch_failed', reasonFor(error), error)
      }
    },
    tellsBalance: ({ type }) => providerOf(type).balance !== undefined,
    updateBalance: async (channel) => {
      const { balance: ask } = providerOf(channel.type)
      if (ask === undefined) throw new ApplicationError('balance_untold')
      const [key = ''] = channel.allKeys
      const balance = await ask(channel, key, environmentFor(channel)).catch((error: unknown) => {
        throw new ApplicationError('balance_failed', reasonFor(error), error)
      })
      await updateChannel(database.query, channel.id, { balance, balance_updated_time: nowSeconds(clock) })
      return balance
    },
  }
}

/** Carries words that may be shown. */
class VendorRefused extends Error {
  override readonly name = 'VendorRefused'
}

/** Neither keys nor addresses: of what went wrong on the way only the kind is told. */
const reasonFor = (error: unknown): ErrorValues => {
  if (error instanceof VendorRefused) return { reason: error.message }
  if (error instanceof AddressRefused || error instanceof TypeError) return { reason: 'address_refused' }
  if (error instanceof BalanceUnreadable) return { reason: error.message }
  return { reason: classifyTransportError(error) === 'timeout' ? 'too_slow' : 'unreachable' }
}
