import { longestPassword, passwordLength, shortestPassword } from '#contract/passwords.ts'

/** What a form can tell of a new password before the server sees it: the key of its words. */
export const passwordFault = (password: string): 'passwordShort' | 'passwordLong' | undefined => {
  if (passwordLength(password) < shortestPassword) return 'passwordShort'
  return passwordLength(password) > longestPassword ? 'passwordLong' : undefined
}
