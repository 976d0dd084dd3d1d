import * as z from 'zod/mini'
import type { RedirectWay } from './way.ts'

const word = z.catch(z.optional(z.string()), undefined)
const account = z.object({
  sub: z.string().check(z.minLength(1), z.maxLength(255)),
  preferred_username: word,
  name: word,
  email: word,
  /** Some send it as text. */
  email_verified: z.catch(z.optional(z.union([z.boolean(), z.literal('true')])), undefined),
})

const options = {
  'oidc.well_known': 'link',
  'oidc.client_id': 'text',
  'oidc.client_secret': 'secret',
  'oidc.authorization_endpoint': 'link',
  'oidc.token_endpoint': 'link',
  'oidc.user_info_endpoint': 'link',
} as const

/** Any provider that speaks OpenID Connect. */
export const oidc = {
  kind: 'redirect',
  name: 'oidc',
  label: 'OIDC',
  mark: {
    lines: [
      'M20 13c0 5-3.5 7.5-7.66 8.95a1 1 0 0 1-.67-.01C7.5 20.5 4 18 4 13V6a1 1 0 0 1 1-1c2 0 4.5-1.2 6.24-2.72a1.17 1.17 0 0 1 1.52 0C14.51 3.81 17 5 19 5a1 1 0 0 1 1 1z',
      'm9 12 2 2 4-4',
    ],
  },
  field: 'oidc_id',
  switch: {
    option: 'oidc.enabled',
    shown: 'oidc_enabled',
    needs: [
      'oidc.client_id',
      'oidc.client_secret',
      'oidc.authorization_endpoint',
      'oidc.token_endpoint',
      'oidc.user_info_endpoint',
    ],
  },
  options,
  shown: { oidc_client_id: 'oidc.client_id', oidc_authorization_endpoint: 'oidc.authorization_endpoint' },
  refusal: 'signin_refused',
  page: { option: 'oidc.authorization_endpoint' },
  ask: ({ option, comeBack, challenge }) => ({
    client_id: option('oidc.client_id'),
    redirect_uri: comeBack,
    response_type: 'code',
    scope: 'openid profile email',
    code_challenge: challenge,
    code_challenge_method: 'S256',
  }),
  token: { option: 'oidc.token_endpoint' },
  account: { option: 'oidc.user_info_endpoint' },
  exchange: ({ option, comeBack, code, verifier }) => ({
    form: {
      client_id: option('oidc.client_id'),
      client_secret: option('oidc.client_secret'),
      code,
      code_verifier: verifier,
      redirect_uri: comeBack,
    },
  }),
  read: (answer) => {
    const { data } = account.safeParse(answer)
    if (data === undefined) return undefined
    const { sub: subject, preferred_username: name = '', email = '' } = data
    return {
      subject,
      name,
      displayName: data.name || name,
      ...(data.email_verified && { email: email.toLowerCase() }),
    }
  },
  discovery: {
    url: 'oidc.well_known',
    fills: {
      authorization_endpoint: 'oidc.authorization_endpoint',
      token_endpoint: 'oidc.token_endpoint',
      userinfo_endpoint: 'oidc.user_info_endpoint',
    },
  },
} as const satisfies RedirectWay<keyof typeof options>
