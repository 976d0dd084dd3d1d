import * as z from 'zod/mini'
import { ApplicationError } from '#contract/errors.ts'
import type { RedirectName } from '#contract/signin.ts'
import { redirectWays } from '#contract/signin-parts.ts'
import type { CodeWay, RedirectWay, SignedWay, SigninWay, ToldAccount } from '#contract/signin-ways/way.ts'
import type { Domain } from '../domain/domain.ts'
import { createOptionReader } from '../domain/option-reading.ts'
import { nowSeconds } from '../lib/clock.ts'
import { digests } from '../lib/digests.ts'
import type { AddressPolicy } from '../lib/outbound/address-guard.ts'
import type { Outbound } from '../lib/outbound/outbound.ts'
import { createAsk, type ExternalAccount } from './external-account.ts'
import { type KnownPlaces, readRedirectAccount } from './redirect-account.ts'

/** Where places to sign in with are, when they are not where everybody knows them. */
export type SigninAddresses = Partial<Record<string, KnownPlaces>>

/** What each kind of way to sign in proves; throws where the operator has not turned the way on. */
export type Signin = {
  byRedirect: (way: RedirectWay, proof: { code: string; verifier: string }) => Promise<ExternalAccount>
  byCode: (way: CodeWay, code: string) => Promise<ExternalAccount>
  bySignature: (way: SignedWay, fields: Readonly<Record<string, string>>) => ExternalAccount
  /** What a provider tells of itself, turned on or not. */
  discover: (way: RedirectWay, url: string) => Promise<Record<string, string>>
  /** The provider of a state that was asked for without one. Undefined where several are turned on. */
  stateProvider: () => RedirectName | undefined
}

type Parts = {
  domain: Pick<Domain, 'options' | 'clock' | 'log'>
  outbound: Pick<Outbound, 'request'>
  policy: AddressPolicy
  siteAddress: string
  addresses?: SigninAddresses | undefined
}

export const createSignin = ({ domain, outbound, policy, siteAddress, addresses = {} }: Parts): Signin => {
  const { options, clock, log } = domain
  const ask = createAsk({ outbound, policy, say: log.error })
  const tryOut = createAsk({ outbound, policy, say: log.info })
  const site = () => options.get('ServerAddress').replace(/\/$/, '') || siteAddress
  const option = createOptionReader(options)
  const isOn = (way: SigninWay) => option(way.switch.option) === 'true'

  const demand = (way: SigninWay, proof: string) => {
    if (!isOn(way)) throw new ApplicationError('signin_off', { name: way.label })
    if (proof === '') throw new ApplicationError('signin_code_missing')
  }

  const accountOf = (way: SigninWay, told: ToldAccount | undefined): ExternalAccount => {
    if (told === undefined) throw new ApplicationError(way.refusal, { name: way.label })
    return { way, name: '', displayName: '', email: '', ...told }
  }

  return {
    byRedirect: async (way, proof) => {
      demand(way, proof.code)
      const parts = { ask, option, comeBack: `${site()}/oauth/${way.name}`, places: addresses[way.name] }
      return accountOf(way, await readRedirectAccount(way, proof, parts))
    },
    byCode: async (way, code) => {
      demand(way, code)
      return accountOf(way, way.read(await ask(way, { method: 'GET', ...way.ask({ option, code }) })))
    },
    bySignature: (way, fields) => {
      demand(way, fields[way.signature] ?? '')
      return accountOf(way, way.check(fields, { option, nowSeconds: nowSeconds(clock), digests }))
    },
    discover: async (way, url) => {
      const answer = addressesTold.safeParse(await tryOut(way, { url, method: 'GET', headers: {} }))
      const members = Object.keys(way.discovery?.fills ?? {})
      const found = members.flatMap((member) => {
        const address = answer.data?.[member]
        return typeof address === 'string' ? [[member, address] as const] : []
      })
      if (found.length < members.length) throw new ApplicationError('signin_unreachable', { name: way.label })
      return Object.fromEntries(found)
    },
    stateProvider: () => {
      const [first = redirectWays[0]?.name, ...more] = redirectWays.filter(isOn).map(({ name }) => name)
      return more.length === 0 ? first : undefined
    },
  }
}

const addressesTold = z.record(z.string(), z.unknown())
