import { describe, expect, it } from 'vitest'
import { createPasswords } from './passwords.ts'

describe('passwords', () => {
  it('proves the right one and nothing else', async () => {
    const passwords = createPasswords()
    const hash = await passwords.hash('correct horse')
    expect(hash).toMatch(/^scrypt\$14\$8\$5\$/)
    expect(await passwords.hash('correct horse')).not.toBe(hash)
    expect(await passwords.verify('correct horse', hash)).toBe(true)
    expect(await passwords.verify('correct hors', hash)).toBe(false)
    expect(await passwords.verify('', '')).toBe(false)
    expect(await passwords.verify('correct horse', undefined)).toBe(false)
  })

  it('T25: an account that does not exist takes as long as one that does', async () => {
    const passwords = createPasswords({ cost: { logarithm: 12, blockSize: 8, parallelism: 1 } })
    const hash = await passwords.hash('correct horse')
    const cpuFor = async (stored: string | undefined) => {
      const before = process.cpuUsage()
      for (let round = 0; round < 30; round += 1) await passwords.verify('wrong', stored)
      return process.cpuUsage(before).user / 30 / 1000
    }
    await cpuFor(hash)
    const [known, unknown] = [await cpuFor(hash), await cpuFor(undefined)]
    expect(Math.abs(known - unknown)).toBeLessThan(10)
  })

  it('a rush of logins is served a few at a time, and all of them', async () => {
    const passwords = createPasswords({ cost: { logarithm: 4, blockSize: 8, parallelism: 1 }, atOnce: 2 })
    const hash = await passwords.hash('correct horse')
    const answers = await Promise.all(Array.from({ length: 50 }, () => passwords.verify('correct horse', hash)))
    expect(answers).toEqual(Array.from({ length: 50 }, () => true))
  })
})
