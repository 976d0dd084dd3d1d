import * as z from 'zod/mini'

const configuration = z.object({
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  userinfo_endpoint: z.string(),
})

export type OidcConfiguration = z.output<typeof configuration>

export const isWebUrl = (text: string): boolean => /^https?:\/\//i.test(text.trim())

/** Asks a provider of OIDC for its endpoints; throws when it cannot be reached or answers something else. */
export const fetchOidcConfiguration = async (wellKnownUrl: string): Promise<OidcConfiguration> => {
  const response = await fetch(wellKnownUrl.trim(), {
    credentials: 'omit',
    headers: { Accept: 'application/json' },
    signal: AbortSignal.timeout(10_000),
  })
  if (!response.ok) throw new Error(`HTTP ${response.status}`)
  return z.parse(configuration, await response.json())
}
