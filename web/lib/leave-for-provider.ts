import { addressOf } from '#contract/registry-entry.ts'
import { signin } from '#contract/signin.ts'
import type { redirectWays } from '#contract/signin-parts.ts'
import type { SystemStatus } from '#contract/status.ts'
import { callWhole } from './api.ts'
import { invitation } from './invitation.ts'
import { shownOptions } from './login-ways.ts'

/** A way that sends the browser back to `/oauth/<name>` with a code. */
export type Provider = (typeof redirectWays)[number]

/** Leaves for the provider, with a state that only this browser holds. */
export const leaveForProvider = async (way: Provider, status: SystemStatus): Promise<void> => {
  const { data, beside } = await callWhole(signin.state, { query: { aff: invitation(), provider: way.name } })
  location.assign(providerAddress(way, status, { state: data, challenge: beside.code_challenge }))
}

type Passage = { state: string; challenge: string }

export const providerAddress = (way: Provider, status: SystemStatus, { state, challenge }: Passage): string => {
  const option = shownOptions(way, status)
  const comeBack = `${status.server_address || location.origin}/oauth/${way.name}`
  const url = new URL(addressOf<string>(way.page, option))
  for (const [key, value] of Object.entries({ ...way.ask({ option, comeBack, challenge }), state }))
    url.searchParams.set(key, value)
  return url.href
}
