import { createServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import Provider from 'oidc-provider'
import type { Certificate } from './certificate.ts'
import { listenLocally } from './local-server.ts'

/** A real OpenID provider. Whoever names himself in its form is who he says, and agrees to everything. */
export type OidcServer = {
  authorizationEndpoint: string
  tokenEndpoint: string
  userInfoEndpoint: string
  /** What a browser does that was sent to `address`: signs in, agrees, and is sent back to the address answered. */
  agree: (address: string, login: string) => Promise<URL>
  close: () => Promise<void>
}

type Client = { id: string; secret: string; redirectUri: string; certificate?: Certificate }

export const startOidcServer = async ({ id, secret, redirectUri, certificate }: Client): Promise<OidcServer> => {
  const server = certificate === undefined ? createServer() : createSecureServer(certificate)
  const { url: origin, close } = await listenLocally(server)
  const provider = new Provider(origin, {
    clients: [
      {
        client_id: id,
        client_secret: secret,
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    pkce: { required: () => true },
    scopes: ['openid', 'profile', 'email'],
    claims: { openid: ['sub'], profile: ['name', 'preferred_username'], email: ['email', 'email_verified'] },
    findAccount: (_context, accountId) => ({
      accountId,
      claims: () => ({
        sub: accountId,
        name: `Whole Name of ${accountId}`,
        preferred_username: accountId,
        email: `${accountId}@Example.com`,
        email_verified: !accountId.startsWith('unverified'),
      }),
    }),
  })
  server.on('request', provider.callback())

  return {
    authorizationEndpoint: `${origin}/auth`,
    tokenEndpoint: `${origin}/token`,
    userInfoEndpoint: `${origin}/me`,
    agree: (address, login) => walk(origin, address, login, redirectUri),
    close,
  }
}

const mostSteps = 12

const walk = async (origin: string, start: string, login: string, goal: string): Promise<URL> => {
  const cookies = new Map<string, string>()
  const visit = async (address: string, form?: Record<string, string>) => {
    const response = await fetch(address, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
    })
    for (const issued of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(issued) ?? []
      cookies.set(name, value)
    }
    return response
  }

  let address = start
  for (let step = 0; step < mostSteps; step += 1) {
    if (address.startsWith(goal)) return new URL(address)
    let response = await visit(address)
    if (response.status === 200) {
      const prompt = /name="prompt" value="(\w+)"/.exec(await response.text())?.[1] ?? ''
      response = await visit(address, { prompt, ...(prompt === 'login' ? { login, password: 'any' } : {}) })
    }
    const next = response.headers.get('location')
    if (next === null) throw new Error(`${address} answered ${response.status}: ${await response.text()}`)
    address = new URL(next, origin).href
  }
  throw new Error(`never came to ${goal}`)
}
