import { signin } from '#contract/signin.ts'
import type { DialogWay } from '#contract/signin-parts.ts'
import type { User } from '#contract/user.ts'
import { call } from './api.ts'

/** What a dialog brings: a code, or the fields that somebody signed. */
export type WayProof = Readonly<Record<string, string>>

export const enterWith = (way: DialogWay, query: WayProof): Promise<User> =>
  way.kind === 'code' ? call(signin[way.name], { query }) : call(signin[way.name], { query })

export const bindWith = async (way: DialogWay, query: WayProof): Promise<void> => {
  await (way.kind === 'code' ? call(signin[`${way.name}Bind`], { query }) : call(signin[`${way.name}Bind`], { query }))
}
