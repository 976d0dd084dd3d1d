import * as z from 'zod/mini'
import { type DialogWay, signinNames } from '#contract/signin-parts.ts'
import { signinWays } from '#contract/signin-ways/index.ts'
import type { CodeWay, Mark, SignedWay, SigninWay } from '#contract/signin-ways/way.ts'
import type { SystemStatus } from '#contract/status.ts'
import type { User } from '#contract/user.ts'
import { jsonPreference } from './preferences.ts'

/** How this browser signed in the last time: the button says so. */
export const lastWayPreference = jsonPreference('last-login', z.nullable(z.enum(['password', ...signinNames])), null)

export type { CodeWay, DialogWay, Mark, SignedWay }
export { signinWays }
export type ListedWay = (typeof signinWays)[number]

/** A field that has the name of one in the registry of ways. */
const fieldOf = (record: object, name: string): unknown => new Map<string, unknown>(Object.entries(record)).get(name)

/** Whether the operator has turned the way on. */
export const isOffered = (way: SigninWay, status: SystemStatus): boolean => fieldOf(status, way.switch.shown) === true

/** The account at the way that is bound to the user; empty where there is none. */
export const boundAccount = (way: SigninWay, user: User): string => String(fieldOf(user, way.field) ?? '')

/** Options of the way, as far as the status tells them. */
export const shownOptions =
  ({ shown }: SigninWay, status: SystemStatus) =>
  (option: string): string => {
    const field = Object.keys(shown).find((name) => shown[name] === option)
    return field === undefined ? '' : String(fieldOf(status, field) ?? '')
  }
