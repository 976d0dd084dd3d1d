import * as z from 'zod/mini'
import type { Options } from '../domain/options.ts'
import type { Ask, ExternalAccount } from './external-account.ts'
import { exchangeCode, readAccount } from './token-call.ts'

export type LinuxdoAddresses = { token: string; account: string }

export const linuxdoAddresses: LinuxdoAddresses = {
  token: 'https://connect.linux.do/oauth2/token',
  account: 'https://connect.linux.do/api/user',
}

const account = z.object({ id: z.int(), username: z.string(), name: z.nullish(z.string()) })

type Parts = { ask: Ask; options: Options; addresses: LinuxdoAddresses; siteAddress: () => string }

export const readLinuxdoAccount = async (
  { ask, options, addresses, siteAddress }: Parts,
  code: string,
): Promise<ExternalAccount> => {
  const credentials = `${options.get('LinuxDOClientId')}:${options.get('LinuxDOClientSecret')}`
  const token = await exchangeCode(ask, {
    provider: 'linuxdo',
    url: addresses.token,
    headers: { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` },
    form: { code, redirect_uri: `${siteAddress()}/oauth/linuxdo` },
  })
  const { id, username, name } = await readAccount(ask, 'linuxdo', { url: addresses.account, token, shape: account })
  return { provider: 'linuxdo', subject: String(id), name: username, displayName: name || username, email: '' }
}
