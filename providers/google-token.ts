import { sign } from 'node:crypto'
import { isObject, parseLenient, textAt } from '#protocols/json/json.ts'
import { CredentialsRefused, type ProviderEnvironment } from './provider.ts'
import { createTokenKeeper, type GivenToken, readToken } from './token-keeper.ts'

/** A service's own account, as its key file tells it. */
export type ServiceAccount = {
  project: string
  email: string
  keyId: string
  privateKey: string
  tokenUrl: string
}

const usualTokenUrl = 'https://oauth2.googleapis.com/token'
const lifetimeSeconds = 3600
const renewBeforeMs = 5 * 60_000

const tokens = createTokenKeeper(renewBeforeMs)

/** Reads a key file; undefined when the text is something else. */
export const readServiceAccount = (text: string): ServiceAccount | undefined => {
  const file = text.startsWith('{') ? parseLenient(text) : undefined
  if (!isObject(file)) return undefined
  return {
    project: textAt(file, 'project_id') ?? '',
    email: textAt(file, 'client_email') ?? '',
    keyId: textAt(file, 'private_key_id') ?? '',
    privateKey: (textAt(file, 'private_key') ?? '').replaceAll('\\n', '\n'),
    tokenUrl: textAt(file, 'token_uri') ?? usualTokenUrl,
  }
}

/** A token for the account: kept, renewed before it ends, and asked for once however many calls wait for it. */
export const accessTokenOf = (account: ServiceAccount, environment: ProviderEnvironment): string | Promise<string> =>
  tokens.tokenFor(`${account.email} ${account.keyId} ${account.tokenUrl}`, environment, () =>
    askToken(account, environment),
  )

const askToken = async (account: ServiceAccount, environment: ProviderEnvironment): Promise<GivenToken> => {
  const body = new URLSearchParams({
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    assertion: writeAssertion(account, Math.floor(environment.now() / 1000)),
  })
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const { status, body: text } = await environment.fetch({
    url: account.tokenUrl,
    method: 'POST',
    headers,
    body: body.toString(),
  })
  return readToken(status, text, lifetimeSeconds)
}

const writeAssertion = ({ email, keyId, privateKey, tokenUrl }: ServiceAccount, nowSeconds: number): string => {
  const header = { alg: 'RS256', typ: 'JWT', kid: keyId }
  const claims = {
    iss: email,
    scope: 'https://www.googleapis.com/auth/cloud-platform',
    aud: tokenUrl,
    iat: nowSeconds,
    exp: nowSeconds + lifetimeSeconds,
  }
  const text = `${encode(header)}.${encode(claims)}`
  try {
    return `${text}.${sign('RSA-SHA256', Buffer.from(text), privateKey).toString('base64url')}`
  } catch (error) {
    throw new CredentialsRefused(401, 'the private key in the key file cannot be read', { cause: error })
  }
}

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
