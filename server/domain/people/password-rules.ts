import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ApplicationError } from '#contract/errors.ts'
import { longestPassword, normalPassword, passwordLength, shortestPassword } from '#contract/passwords.ts'
import type { UserRow } from '../../db/schema.ts'

/** Whose password it is to be. */
export type PasswordOwner = { username: string; displayName: string; email: string }

export const ownerOf = ({ username, display_name, email }: UserRow): PasswordOwner => ({
  username,
  displayName: display_name,
  email,
})

/** Throws unless the password is long enough, not one of the commonest, and not the owner's name or mail in disguise. */
export const checkPassword = (password: string, owner: PasswordOwner): string => {
  const length = passwordLength(password)
  if (length < shortestPassword || length > longestPassword) throw new ApplicationError('password_length')
  if (isCommon(password)) throw new ApplicationError('password_common')
  if (isLikeOwner(password, owner)) throw new ApplicationError('password_like_name')
  return password
}

/** One a line, sorted; where it comes from is said in common-passwords.md. */
const commonPasswords = `\n${readFileSync(join(import.meta.dirname, 'common-passwords.txt'), 'utf8')}`

const isCommon = (password: string): boolean => {
  const small = normalPassword(password).toLowerCase()
  return [small, small.replace(/[^a-z]/g, (sign) => meantLetters[sign] ?? sign)].some(
    (text) => !text.includes('\n') && commonPasswords.includes(`\n${text}\n`),
  )
}

const isLikeOwner = (password: string, { username, displayName, email }: PasswordOwner): boolean => {
  const local = email.replace(/[+@].*/, '')
  const names = [username, displayName, email, local].flatMap(cores)
  return cores(password).some((core) => names.some((name) => core === name.repeat(core.length / name.length)))
}

/** What is left of a text without case, signs and disguise, with the digits at its ends and without them. */
const cores = (text: string): string[] => {
  const small = normalPassword(text).toLowerCase()
  return [small, small.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')].map(undisguised).filter((core) => core !== '')
}

const undisguised = (text: string): string =>
  text
    .replace(/[^\p{L}]/gu, (sign) => meantLetters[sign] ?? sign)
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('i', 'l')

/** The letters that look like these signs; an i and an l share theirs. */
const meantLetters: Record<string, string> = {
  '0': 'o',
  '1': 'l',
  '!': 'l',
  '|': 'l',
  '3': 'e',
  '4': 'a',
  '@': 'a',
  '5': 's',
  $: 's',
  '7': 't',
  '8': 'b',
  '9': 'g',
}
