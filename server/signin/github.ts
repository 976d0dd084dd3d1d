import * as z from 'zod/mini'
import type { Options } from '../domain/options.ts'
import type { Ask, ExternalAccount } from './external-account.ts'
import { exchangeCode, readAccount } from './token-call.ts'

export type GithubAddresses = { token: string; account: string }

export const githubAddresses: GithubAddresses = {
  token: 'https://github.com/login/oauth/access_token',
  account: 'https://api.github.com/user',
}

/** The login name can be changed and taken by others, so the number is who it is. */
const account = z.object({ id: z.int(), login: z.string(), name: z.nullish(z.string()) })

export const readGithubAccount = async (
  { ask, options, addresses }: { ask: Ask; options: Options; addresses: GithubAddresses },
  code: string,
): Promise<ExternalAccount> => {
  const token = await exchangeCode(ask, {
    provider: 'github',
    url: addresses.token,
    form: { client_id: options.get('GitHubClientId'), client_secret: options.get('GitHubClientSecret'), code },
  })
  const { id, login, name } = await readAccount(ask, 'github', { url: addresses.account, token, shape: account })
  return { provider: 'github', subject: String(id), name: login, displayName: name || login, email: '' }
}
