import { ApplicationError } from '#contract/errors.ts'

/** What a username must be. An @ would let it pass for somebody's address at login. */
export const checkUsername = (username: string): string => {
  const length = [...username].length
  const clean = username === username.trim() && !/[@\p{Cc}]/u.test(username)
  if (length < 1 || length > 12 || !clean) throw new ApplicationError('username_invalid')
  return username
}

export const checkPassword = (password: string): string => {
  const length = [...password].length
  if (length < 8 || length > 20) throw new ApplicationError('password_length')
  return password
}

export const checkRepeated = (password: string, repeated: string): void => {
  if (password !== repeated) throw new ApplicationError('passwords_differ')
}
