import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

export type Passwords = {
  hash: (password: string) => Promise<string>
  /** Takes the same time whether or not there is a hash to compare with. */
  verify: (password: string, hash: string | undefined) => Promise<boolean>
}

type Cost = { logarithm: number; blockSize: number; parallelism: number }

const recommendedCost: Cost = { logarithm: 14, blockSize: 8, parallelism: 5 }
const saltBytes = 16
const keyBytes = 32

/** Hashes and compares passwords with scrypt, a few at a time: a rush of logins must not fill Node's thread pool. */
export const createPasswords = ({ cost = recommendedCost, atOnce = 2 } = {}): Passwords => {
  const inTurn = createTurnstile(atOnce)
  const derive = (password: string, salt: Buffer, costs: Cost) => inTurn(() => deriveKey(password, salt, costs))
  const nobody: StoredHash = { ...cost, salt: randomBytes(saltBytes), key: randomBytes(keyBytes) }
  return {
    hash: async (password) => {
      const salt = randomBytes(saltBytes)
      return writeHash({ ...cost, salt, key: await derive(password, salt, cost) })
    },
    verify: async (password, hash) => {
      const stored = hash === undefined ? undefined : readHash(hash)
      const { salt, key, ...costs } = stored ?? nobody
      const same = timingSafeEqual(await derive(password, salt, costs), key)
      return stored !== undefined && same
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

const createTurnstile = (atOnce: number) => {
  let inside = 0
  const waiting: (() => void)[] = []
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (inside >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
    else inside += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else inside -= 1
    }
  }
}
