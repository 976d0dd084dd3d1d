import { type StateProvider, signin, stateProviders } from '#contract/signin.ts'
import type { SystemStatus } from '#contract/status.ts'
import { callWhole } from './api.ts'
import { invitation } from './invitation.ts'

/** The providers that send the browser back to `/oauth/<name>` with a code. */
export const providerNames = stateProviders
export type ProviderName = StateProvider

type Provider = {
  label: string
  isOn: (status: SystemStatus) => boolean
  /** Where the visitor agrees; the state comes back with the code. */
  address: (status: SystemStatus) => string
  parameters: (status: SystemStatus) => Record<string, string>
}

export const providers: Record<ProviderName, Provider> = {
  github: {
    label: 'GitHub',
    isOn: (status) => status.github_oauth,
    address: () => 'https://github.com/login/oauth/authorize',
    parameters: (status) => ({ client_id: status.github_client_id, scope: 'user:email' }),
  },
  oidc: {
    label: 'OIDC',
    isOn: (status) => status.oidc_enabled,
    address: (status) => status.oidc_authorization_endpoint,
    parameters: (status) => ({
      client_id: status.oidc_client_id,
      redirect_uri: `${status.server_address || location.origin}/oauth/oidc`,
      response_type: 'code',
      scope: 'openid profile email',
    }),
  },
  linuxdo: {
    label: 'LINUX DO',
    isOn: (status) => status.linuxdo_oauth,
    address: () => 'https://connect.linux.do/oauth2/authorize',
    parameters: (status) => ({ client_id: status.linuxdo_client_id, response_type: 'code' }),
  },
}

/** Leaves for the provider, with a state that only this browser holds. */
export const leaveForProvider = async (name: ProviderName, status: SystemStatus): Promise<void> => {
  const { data, beside } = await callWhole(signin.state, { query: { aff: invitation(), provider: name } })
  location.assign(providerAddress(name, status, { state: data, challenge: beside.code_challenge }))
}

type Passage = { state: string; challenge: string }

export const providerAddress = (name: ProviderName, status: SystemStatus, { state, challenge }: Passage): string => {
  const { address, parameters } = providers[name]
  const url = new URL(address(status))
  const proof = name === 'oidc' ? { code_challenge: challenge, code_challenge_method: 'S256' } : {}
  for (const [key, value] of Object.entries({ ...parameters(status), ...proof, state }))
    url.searchParams.set(key, value)
  return url.href
}
