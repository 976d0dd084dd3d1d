import { ApplicationError } from '#contract/errors.ts'

/**
 * What a username must be. An @ would let it pass for somebody's address at login, and signs that nobody sees, or that
 * turn the direction, for another name.
 */
export const checkUsername = (username: string): string => {
  const length = [...username].length
  const clean = username === username.trim() && !unseen.test(username)
  if (length < 1 || length > 12 || !clean) throw new ApplicationError('username_invalid')
  return username
}

const unseen = /[@\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}/u

export const checkRepeated = (password: string, repeated: string): void => {
  if (password !== repeated) throw new ApplicationError('passwords_differ')
}
