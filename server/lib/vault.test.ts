import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openVault, VaultError } from './vault.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vault-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const secret = 'a secret of at least some length'
const opened = () => openVault({ secret, file: '' })
const reasonOf = (work: () => unknown) => {
  try {
    return work()
  } catch (error) {
    return error instanceof VaultError ? error.reason : error
  }
}

describe('sealing', () => {
  it('gives back any text, which nobody can read in the sealed one', async () => {
    const vault = await opened()
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const sealed = vault.seal(text)
        expect(vault.open(sealed)).toBe(text)
        expect(sealed).not.toBe(text)
        expect(sealed).toMatch(/^v1\.[\w-]{8}\.[\w-]+$/)
      }),
    )
    const key = 'sk-0123456789abcdef0123456789abcdef'
    const sealed = vault.seal(key)
    for (const encoding of ['utf8', 'base64', 'base64url', 'hex'] as const) {
      expect(sealed).not.toContain(Buffer.from(key).toString(encoding))
    }
  })

  it('never looks the same twice', async () => {
    const vault = await opened()
    expect(new Set(Array.from({ length: 100 }, () => vault.seal('same'))).size).toBe(100)
  })

  it('notices every change of a sealed text', async () => {
    const vault = await opened()
    const sealed = vault.seal('a key worth stealing')
    for (let index = 0; index < sealed.length; index += 1) {
      const changed = sealed.slice(0, index) + (sealed[index] === 'A' ? 'B' : 'A') + sealed.slice(index + 1)
      // The last character of base64 may hold bits that mean nothing.
      if (Buffer.from(changed.split('.')[2] ?? '', 'base64url').equals(bytesOf(sealed)) && sameHead(changed, sealed)) {
        continue
      }
      expect(['damaged', 'other_secret']).toContain(reasonOf(() => vault.open(changed)))
    }
    for (const wrong of ['', 'v1', 'v1..', 'plain text', sealed.slice(0, 20), `${sealed}.more`]) {
      expect(['damaged', 'other_secret']).toContain(reasonOf(() => vault.open(wrong)))
    }
  })

  it('says so when the value was sealed with another secret', async () => {
    const sealed = (await opened()).seal('text')
    const other = await openVault({ secret: 'another secret, just as long as it', file: '' })
    expect(reasonOf(() => other.open(sealed))).toBe('other_secret')
  })
})

const bytesOf = (sealed: string) => Buffer.from(sealed.split('.')[2] ?? '', 'base64url')
const sameHead = (one: string, other: string) => one.slice(0, 12) === other.slice(0, 12)

describe('fingerprints', () => {
  it('are the same for the same text and secret only, and not a plain hash', async () => {
    const vault = await opened()
    expect((await opened()).fingerprint('key')).toBe(vault.fingerprint('key'))
    expect(vault.fingerprint('key')).not.toBe(vault.fingerprint('Key'))
    expect(vault.fingerprint('key')).toMatch(/^[\w-]{43}$/)
    const other = await openVault({ secret: 'another secret, just as long as it', file: '' })
    expect(other.fingerprint('key')).not.toBe(vault.fingerprint('key'))
  })
})

describe('the secret file', () => {
  it('is made once, for its owner only, in a folder that is made too', async () => {
    const file = join(folder, 'new', 'secret')
    const sealed = (await openVault({ file })).seal('text')
    expect((await openVault({ file })).open(sealed)).toBe('text')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(Buffer.from(await readFile(file, 'utf8'), 'base64url')).toHaveLength(32)
  })

  it('can be moved into the environment', async () => {
    const file = join(folder, 'secret')
    const sealed = (await openVault({ file })).seal('text')
    const vault = await openVault({ secret: await readFile(file, 'utf8'), file: '' })
    expect(vault.open(sealed)).toBe('text')
  })

  it('is the same for all who make it at the same time', async () => {
    const file = join(folder, 'secret')
    const vaults = await Promise.all(Array.from({ length: 20 }, () => openVault({ file })))
    expect(new Set(vaults.map((vault) => vault.fingerprint('text'))).size).toBe(1)
  })

  it('is refused when it is damaged', async () => {
    const file = join(folder, 'secret')
    await writeFile(file, 'short')
    await expect(openVault({ file })).rejects.toThrow(/damaged/)
  })
})
