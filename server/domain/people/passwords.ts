import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { ApplicationError } from '#contract/errors.ts'
import { longestPassword, normalPassword, passwordLength } from '#contract/passwords.ts'
import { createFairTurns } from '../../lib/fair-turns.ts'

export type Passwords = {
  /** Both wait for their turn with all that the same askers want; throws `passwords_busy` when too many wait. */
  hash: (password: string, askers?: readonly string[]) => Promise<string>
  /** Takes the same time whether or not there is a hash to compare with. */
  verify: (password: string, hash: string | undefined, askers?: readonly string[]) => Promise<boolean>
}

type Cost = { logarithm: number; blockSize: number; parallelism: number }

const recommendedCost: Cost = { logarithm: 14, blockSize: 8, parallelism: 5 }
const saltBytes = 16
const keyBytes = 32

/** Half of Node's threads and of the processors at most: files, names and calls need the others. */
const placesHere = Math.max(1, Math.min(2, availableParallelism() >> 1))
const longestLine = 100
const busy = () => new ApplicationError('passwords_busy', { seconds: 5 })

/** Hashes and compares passwords with scrypt, a few at a time and in fair turns. */
export const createPasswords = ({ cost = recommendedCost, atOnce = placesHere } = {}): Passwords => {
  const inTurn = createFairTurns({ atOnce, mostWaiting: longestLine, refusal: busy })
  const nobody: StoredHash = { ...cost, salt: randomBytes(saltBytes), key: randomBytes(keyBytes) }
  return {
    hash: async (password, askers = []) => {
      const salt = randomBytes(saltBytes)
      const key = await inTurn(askers, () => deriveKey(normalPassword(password), salt, cost))
      return writeHash({ ...cost, salt, key })
    },
    verify: async (password, hash, askers = []) => {
      if (passwordLength(password) > longestPassword) return false
      const stored = hash === undefined ? undefined : readHash(hash)
      const { salt, key, ...costs } = stored ?? nobody
      // Older hashes were made of the password as it was typed.
      for (const spelling of new Set([normalPassword(password), password])) {
        const given = await inTurn(askers, () => deriveKey(spelling, salt, costs))
        if (timingSafeEqual(given, key)) return stored !== undefined
      }
      return false
    },
  }
}

type StoredHash = Cost & { salt: Buffer; key: Buffer }

const writeHash = ({ logarithm, blockSize, parallelism, salt, key }: StoredHash): string =>
  ['scrypt', logarithm, blockSize, parallelism, salt.toString('base64url'), key.toString('base64url')].join('$')

const readHash = (text: string): StoredHash | undefined => {
  const [scheme, logarithm, blockSize, parallelism, salt = '', key = ''] = text.split('$')
  const bytes = Buffer.from(key, 'base64url')
  if (scheme !== 'scrypt' || bytes.length !== keyBytes) return undefined
  return {
    logarithm: Number(logarithm),
    blockSize: Number(blockSize),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64url'),
    key: bytes,
  }
}

const deriveKey = (password: string, salt: Buffer, { logarithm, blockSize, parallelism }: Cost): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const options = { N: 2 ** logarithm, r: blockSize, p: parallelism }
    scrypt(password, salt, keyBytes, options, (error, key) => (error ? reject(error) : resolve(key)))
  })
