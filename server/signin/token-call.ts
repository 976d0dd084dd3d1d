import * as z from 'zod/mini'
import { ApplicationError } from '#contract/errors.ts'
import { type Ask, type ExternalAccount, labels } from './external-account.ts'

type TokenCall = {
  provider: ExternalAccount['provider']
  url: string
  form: Record<string, string>
  headers?: Record<string, string>
}

const tokenAnswer = z.object({ access_token: z.string().check(z.minLength(1)) })

/** Turns the code that a browser brought back into a token to ask with. */
export const exchangeCode = async (ask: Ask, { provider, url, form, headers = {} }: TokenCall): Promise<string> => {
  const body = new URLSearchParams({ grant_type: 'authorization_code', ...form }).toString()
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  const answer = tokenAnswer.safeParse(
    await ask(provider, { url, method: 'POST', headers: { ...type, ...headers }, body }),
  )
  if (!answer.success) throw new ApplicationError('signin_refused', { name: labels[provider] })
  return answer.data.access_token
}

/** What the place tells of whoever holds the token. */
export const readAccount = async <Schema extends z.ZodMiniType>(
  ask: Ask,
  provider: ExternalAccount['provider'],
  { url, token, shape }: { url: string; token: string; shape: Schema },
): Promise<z.output<Schema>> => {
  const headers = { authorization: `Bearer ${token}` }
  const answer = shape.safeParse(await ask(provider, { url, method: 'GET', headers }))
  if (!answer.success) throw new ApplicationError('signin_refused', { name: labels[provider] })
  return answer.data
}
