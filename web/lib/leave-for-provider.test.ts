import { describe, expect, it } from 'vitest'
import { redirectWays } from '#contract/signin-parts.ts'
import { providerAddress } from './leave-for-provider.ts'
import { currentStatus } from './status.ts'

const addressOf = (name: string, passage: { state: string; challenge: string }) =>
  redirectWays.filter((way) => way.name === name).map((way) => providerAddress(way, status, passage))[0] ?? ''

const status = {
  ...currentStatus(),
  server_address: 'https://gateway.example',
  github_client_id: 'gh-id',
  linuxdo_client_id: 'ld-id',
  oidc_client_id: 'oidc-id',
  oidc_authorization_endpoint: 'https://id.example/authorize?tenant=a',
}

describe('The address of a provider', () => {
  it('carries the client id and the state', () => {
    const url = new URL(addressOf('github', { state: 'a&b', challenge: 'c' }))
    expect(url.origin + url.pathname).toBe('https://github.com/login/oauth/authorize')
    expect(Object.fromEntries(url.searchParams)).toEqual({ client_id: 'gh-id', scope: 'user:email', state: 'a&b' })
  })

  it('keeps what the operator’s endpoint has in its query, and names the way back', () => {
    const url = new URL(addressOf('oidc', { state: 's', challenge: 'c' }))
    expect(Object.fromEntries(url.searchParams)).toEqual({
      tenant: 'a',
      client_id: 'oidc-id',
      redirect_uri: 'https://gateway.example/oauth/oidc',
      response_type: 'code',
      scope: 'openid profile email',
      code_challenge: 'c',
      code_challenge_method: 'S256',
      state: 's',
    })
  })
})
