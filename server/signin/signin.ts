import { ApplicationError } from '#contract/errors.ts'
import { type StateProvider, stateProviders } from '#contract/signin.ts'
import type { Domain } from '../domain/domain.ts'
import type { AddressPolicy } from '../lib/outbound/address-guard.ts'
import type { Outbound } from '../lib/outbound/outbound.ts'
import { createAsk, type ExternalAccount, labels } from './external-account.ts'
import { type GithubAddresses, githubAddresses, readGithubAccount } from './github.ts'
import { type LinuxdoAddresses, linuxdoAddresses, readLinuxdoAccount } from './linuxdo.ts'
import { readOidcAccount, readOidcConfiguration } from './oidc.ts'
import { readTelegramAccount } from './telegram.ts'
import { readWechatAccount } from './wechat.ts'

/** Where places to sign in with are, when they are not where everybody knows them. */
export type SigninAddresses = { github?: GithubAddresses; linuxdo?: LinuxdoAddresses }

/** What each way to sign in proves; throws where the operator has not turned it on. */
export type Signin = {
  github: (code: string) => Promise<ExternalAccount>
  oidc: (proof: { code: string; verifier: string }) => Promise<ExternalAccount>
  /** What a provider tells of itself, turned on or not. */
  oidcConfiguration: (url: string) => ReturnType<typeof readOidcConfiguration>
  linuxdo: (code: string) => Promise<ExternalAccount>
  wechat: (code: string) => Promise<ExternalAccount>
  telegram: (fields: Parameters<typeof readTelegramAccount>[1]) => ExternalAccount
  /** The provider of a state that was asked for without one. Undefined where several are turned on. */
  stateProvider: () => StateProvider | undefined
}

type Parts = {
  domain: Pick<Domain, 'clock' | 'log' | 'options'>
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

  const demand = (provider: ExternalAccount['provider'], proof: string) => {
    if (!options.get(switches[provider])) throw new ApplicationError('signin_off', { name: labels[provider] })
    if (proof === '') throw new ApplicationError('signin_code_missing')
  }

  return {
    github: async (code) => {
      demand('github', code)
      return readGithubAccount({ ask, options, addresses: addresses.github ?? githubAddresses }, code)
    },
    oidc: async (proof) => {
      demand('oidc', proof.code)
      return readOidcAccount({ ask, options, siteAddress: site }, proof)
    },
    oidcConfiguration: (url) => readOidcConfiguration(tryOut, url),
    linuxdo: async (code) => {
      demand('linuxdo', code)
      const places = addresses.linuxdo ?? linuxdoAddresses
      return readLinuxdoAccount({ ask, options, addresses: places, siteAddress: site }, code)
    },
    wechat: async (code) => {
      demand('wechat', code)
      return readWechatAccount({ ask, options }, code)
    },
    telegram: (fields) => {
      demand('telegram', fields.hash ?? '')
      return readTelegramAccount({ options, clock }, fields)
    },
    stateProvider: () => {
      const [first = 'github', ...more] = stateProviders.filter((provider) => options.get(switches[provider]))
      return more.length === 0 ? first : undefined
    },
  }
}

const switches = {
  github: 'GitHubOAuthEnabled',
  oidc: 'oidc.enabled',
  linuxdo: 'LinuxDOOAuthEnabled',
  wechat: 'WeChatAuthEnabled',
  telegram: 'TelegramOAuthEnabled',
} as const
