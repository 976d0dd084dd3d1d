import * as z from 'zod/mini'
import { ApplicationError } from '#contract/errors.ts'
import { addressOf, type ReadOption } from '#contract/registry-entry.ts'
import type { RedirectWay, ToldAccount } from '#contract/signin-ways/way.ts'
import type { Ask } from './external-account.ts'

/** Where the calls for a code go, when they do not go where the way says. */
export type KnownPlaces = { token: string; account: string }

type Parts = { ask: Ask; option: ReadOption; comeBack: string; places: KnownPlaces | undefined }
type Proof = { code: string; verifier: string }

const tokenAnswer = z.object({ access_token: z.string().check(z.minLength(1)) })

/** Turns the code that a browser brought back into a token, and asks whose it is. */
export const readRedirectAccount = async (
  way: RedirectWay,
  proof: Proof,
  { ask, option, comeBack, places }: Parts,
): Promise<ToldAccount | undefined> => {
  const { form, login } = way.exchange({ option, comeBack, ...proof })
  const answer = await ask(way, {
    url: places?.token ?? addressOf(way.token, option),
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...(login && basic(login)) },
    body: new URLSearchParams({ grant_type: 'authorization_code', ...form }).toString(),
  })
  const token = tokenAnswer.safeParse(answer)
  if (!token.success) throw new ApplicationError(way.refusal, { name: way.label })
  const headers = { authorization: `Bearer ${token.data.access_token}` }
  return way.read(await ask(way, { url: places?.account ?? addressOf(way.account, option), method: 'GET', headers }))
}

const basic = ({ name, password }: { name: string; password: string }) => ({
  authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`,
})
