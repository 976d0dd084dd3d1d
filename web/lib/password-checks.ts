import * as z from 'zod/mini'
import { longestPassword, passwordLength, shortestPassword } from '#contract/passwords.ts'

/** What a form can tell of a new password before the server sees it. */
export const passwordChecks = (texts: { short: string; long: string }) =>
  [
    z.refine<string>((password) => passwordLength(password) >= shortestPassword, texts.short),
    z.refine<string>((password) => passwordLength(password) <= longestPassword, texts.long),
  ] as const
