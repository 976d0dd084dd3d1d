import * as z from 'zod/mini'
import { type KeysOf, namedTable } from './registry-entry.ts'
import { signinWays } from './signin-ways/index.ts'
import type { SigninWay } from './signin-ways/way.ts'

type Listed = (typeof signinWays)[number]
type Shown = KeysOf<Listed['shown']>

export const signinNames = signinWays.map(({ name }) => name)

/** The ways, where it does not matter which there are. */
export const eachWay: readonly SigninWay[] = signinWays

export const redirectWays = signinWays.filter((way) => way.kind === 'redirect')
export const codeWays = signinWays.filter((way) => way.kind === 'code')
export const signedWays = signinWays.filter((way) => way.kind === 'signed')

/** A way that asks for its proof in a dialog. */
export type DialogWay = (typeof codeWays)[number] | (typeof signedWays)[number]

/** The fields of a user that tell his accounts elsewhere: empty where he has none. */
export const signinFields = namedTable<Listed['field'], z.ZodMiniString>(
  eachWay.map(({ field }) => [field, z.string()]),
)

/** Those fields of one user; `subjectAt` tells his account at a way, or nothing. */
export const accountFields = (subjectAt: (name: string) => string | undefined) =>
  namedTable<Listed['field'], string>(eachWay.map(({ field, name }) => [field, subjectAt(name) ?? '']))

/** What the status tells of the ways: which are on, and what the console must know to go there. */
export const signinStatus = {
  ...namedTable<Listed['switch']['shown'], z.ZodMiniBoolean>(eachWay.map((way) => [way.switch.shown, z.boolean()])),
  ...namedTable<Shown, z.ZodMiniString>(
    eachWay.flatMap(({ shown }) => Object.keys(shown).map((field) => [field, z.string()] as const)),
  ),
}

/** The same with its values, as `read` tells the texts of the options. */
export const signinStatusOf = (read: (option: string) => string) => ({
  ...namedTable<Listed['switch']['shown'], boolean>(
    eachWay.map((way) => [way.switch.shown, read(way.switch.option) === 'true']),
  ),
  ...namedTable<Shown, string>(
    eachWay.flatMap(({ shown }) => Object.entries(shown).map(([field, option]) => [field, read(option)] as const)),
  ),
})
