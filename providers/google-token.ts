import { sign } from 'node:crypto'
import { isObject, parseLenient, textAt } from '#protocols/json/json.ts'
import { CredentialsRefused, type ProviderEnvironment } from './provider.ts'

/** A service's own account, as its key file tells it. */
export type ServiceAccount = {
  project: string
  email: string
  keyId: string
  privateKey: string
  tokenUrl: string
}

type Token = { value: string; madeAt: number; endsAt: number }

const usualTokenUrl = 'https://oauth2.googleapis.com/token'
const lifetimeSeconds = 3600
const renewBeforeMs = 5 * 60_000
const mostKept = 1000

const tokens = new Map<string, Token>()
const pending = new Map<string, Promise<Token>>()

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
export const accessTokenOf = (account: ServiceAccount, environment: ProviderEnvironment): string | Promise<string> => {
  const name = `${account.email} ${account.keyId} ${account.tokenUrl}`
  const kept = tokens.get(name)
  if (kept !== undefined && leftOf(kept, environment.now()) > renewBeforeMs) return kept.value
  let asked = pending.get(name)
  if (asked === undefined) {
    asked = askToken(account, environment).finally(() => pending.delete(name))
    pending.set(name, asked)
  }
  return asked.then(
    (token) => {
      if (tokens.size >= mostKept) tokens.clear()
      tokens.set(name, token)
      return token.value
    },
    (error: unknown) => {
      // What could not be renewed yet is still good for its last minutes.
      if (kept !== undefined && leftOf(kept, environment.now()) > 0) return kept.value
      throw error
    },
  )
}

const askToken = async (account: ServiceAccount, environment: ProviderEnvironment): Promise<Token> => {
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
  const answer = parseLenient(text)
  const value = textAt(answer, 'access_token')
  if (status !== 200 || value === undefined) {
    const reason = textAt(answer, 'error_description') ?? textAt(answer, 'error') ?? 'no token was given for the key'
    throw new CredentialsRefused(status, reason)
  }
  const seconds = isObject(answer) && typeof answer.expires_in === 'number' ? answer.expires_in : lifetimeSeconds
  const madeAt = environment.now()
  return { value, madeAt, endsAt: madeAt + seconds * 1000 }
}

/** Nobody knows how much is left of one that was made before the clock went back. */
const leftOf = ({ madeAt, endsAt }: Token, now: number): number => (now < madeAt ? 0 : endsAt - now)

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
