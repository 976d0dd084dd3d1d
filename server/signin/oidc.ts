import * as z from 'zod/mini'
import { ApplicationError } from '#contract/errors.ts'
import type { Options } from '../domain/options.ts'
import { type Ask, type ExternalAccount, labels } from './external-account.ts'
import { exchangeCode, readAccount } from './token-call.ts'

const text = z.catch(z.optional(z.string()), undefined)
const account = z.object({
  sub: z.string().check(z.minLength(1), z.maxLength(255)),
  preferred_username: text,
  name: text,
  email: text,
  /** Some send it as text. */
  email_verified: z.catch(z.optional(z.union([z.boolean(), z.literal('true')])), undefined),
})

const configuration = z.object({
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  userinfo_endpoint: z.string(),
})

/** What a provider tells of itself under its Well-Known URL. */
export const readOidcConfiguration = async (ask: Ask, url: string): Promise<z.output<typeof configuration>> => {
  const answer = configuration.safeParse(await ask('oidc', { url, method: 'GET', headers: {} }))
  if (!answer.success) throw new ApplicationError('signin_unreachable', { name: labels.oidc })
  return answer.data
}

type Parts = { ask: Ask; options: Options; siteAddress: () => string }

export const readOidcAccount = async (
  { ask, options, siteAddress }: Parts,
  { code, verifier }: { code: string; verifier: string },
): Promise<ExternalAccount> => {
  const token = await exchangeCode(ask, {
    provider: 'oidc',
    url: options.get('oidc.token_endpoint'),
    form: {
      client_id: options.get('oidc.client_id'),
      client_secret: options.get('oidc.client_secret'),
      code,
      code_verifier: verifier,
      redirect_uri: `${siteAddress()}/oauth/oidc`,
    },
  })
  const url = options.get('oidc.user_info_endpoint')
  const { sub, preferred_username, name, email, email_verified } = await readAccount(ask, 'oidc', {
    url,
    token,
    shape: account,
  })
  const known = preferred_username ?? ''
  return {
    provider: 'oidc',
    subject: sub,
    name: known,
    displayName: name || known,
    email: email_verified ? (email ?? '').toLowerCase() : '',
  }
}
