import * as z from 'zod/mini'
import { flag, type Option } from './option-kinds.ts'
import { signinWays } from './signin-ways/index.ts'
import type { SigninWay } from './signin-ways/way.ts'

type Listed = (typeof signinWays)[number]
type KeysOf<Table> = Table extends unknown ? keyof Table & string : never
type Shown = KeysOf<Listed['shown']>

type SigninName = Listed['name']

export const signinNames = signinWays.map(({ name }) => name)

/** The ways, where it does not matter which there are. */
export const eachWay: readonly SigninWay[] = signinWays

export const redirectWays = signinWays.filter((way) => way.kind === 'redirect')
export const codeWays = signinWays.filter((way) => way.kind === 'code')
export const signedWays = signinWays.filter((way) => way.kind === 'signed')

/** A way that asks for its proof in a dialog. */
export type DialogWay = (typeof codeWays)[number] | (typeof signedWays)[number]

/** With the names that the compiler knows of the list. */
const tableOf = <Name extends string, Value>(rows: readonly (readonly [Name | string, Value])[]) =>
  // seam: Object.fromEntries forgets which names there are
  Object.fromEntries(rows) as Record<Name, Value>

/** The options that turn the ways on. */
export const signinSwitches = tableOf<Listed['switch']['option'], Option<boolean>>(
  eachWay.map(({ switch: { option, needs } }) => [option, flag(false, { public: true, needs: [needs] })]),
)

type SigninOption = Option<string> & { rank: 'root'; tab: 'system'; section: SigninName }

/** The options of each way, in a section of its name. */
export const signinOptions = tableOf<KeysOf<Listed['options']>, SigninOption>(
  signinWays.flatMap(({ name, options }) => {
    const place = { rank: 'root', tab: 'system', section: name } as const
    return Object.entries<Option<string>>(options).map(([key, option]) => [key, { ...option, ...place }] as const)
  }),
)

/** The fields of a user that tell his accounts elsewhere: empty where he has none. */
export const signinFields = tableOf<Listed['field'], z.ZodMiniString>(eachWay.map(({ field }) => [field, z.string()]))

/** Those fields of one user; `subjectAt` tells his account at a way, or nothing. */
export const accountFields = (subjectAt: (name: string) => string | undefined) =>
  tableOf<Listed['field'], string>(eachWay.map(({ field, name }) => [field, subjectAt(name) ?? '']))

/** What the status tells of the ways: which are on, and what the console must know to go there. */
export const signinStatus = {
  ...tableOf<Listed['switch']['shown'], z.ZodMiniBoolean>(eachWay.map((way) => [way.switch.shown, z.boolean()])),
  ...tableOf<Shown, z.ZodMiniString>(
    eachWay.flatMap(({ shown }) => Object.keys(shown).map((field) => [field, z.string()] as const)),
  ),
}

/** The same with its values, as `read` tells the texts of the options. */
export const signinStatusOf = (read: (option: string) => string) => ({
  ...tableOf<Listed['switch']['shown'], boolean>(
    eachWay.map((way) => [way.switch.shown, read(way.switch.option) === 'true']),
  ),
  ...tableOf<Shown, string>(
    eachWay.flatMap(({ shown }) => Object.entries(shown).map(([field, option]) => [field, read(option)] as const)),
  ),
})
