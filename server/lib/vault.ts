import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { secretFromFile } from './secret-file.ts'

/** Keeps secrets at rest unreadable, and lets them be found without being readable. */
export type Vault = {
  seal: (text: string) => string
  open: (sealed: string) => string
  /** The same of bytes. */
  sealBytes: (bytes: Buffer) => string
  openBytes: (sealed: string) => Buffer
  /** Equal texts have equal fingerprints; nobody without the secret can compute one. */
  fingerprint: (text: string) => string
}

export class VaultError extends Error {
  override readonly name = 'VaultError'
  readonly reason: 'other_secret' | 'damaged'

  constructor(reason: VaultError['reason']) {
    super(
      reason === 'other_secret'
        ? 'This value was sealed with another secret: start with the secret that was used before'
        : 'This sealed value is damaged',
    )
    this.reason = reason
  }
}

/** Opens the vault with the given secret, else with the one in `file`, which is made when missing. */
export const openVault = async ({ secret, file }: { secret?: string | undefined; file: string }): Promise<Vault> =>
  createVault(secret ?? (await secretFromFile(file)))

const version = 'v1'
const nonceBytes = 12
const tagBytes = 16

/**
 * Sealed bytes stand in here while they are written as a text or read from one: each for itself would be garbage at once,
 * of which a large file makes as much as it is long. Nothing waits between the two.
 */
const sealedRoom = Buffer.allocUnsafeSlow(128 * 1024)
const roomFor = (length: number): Buffer =>
  length <= sealedRoom.length ? sealedRoom.subarray(0, length) : Buffer.allocUnsafe(length)

const createVault = (secret: string): Vault => {
  const sealingKey = deriveKey(secret, 'seal')
  const fingerprintKey = deriveKey(secret, 'fingerprint')
  const keyId = deriveKey(secret, 'key-id').toString('base64url').slice(0, 8)
  const sealBytes = (bytes: Buffer): string => {
    const nonce = randomBytes(nonceBytes)
    const cipher = createCipheriv('aes-256-gcm', sealingKey, nonce)
    cipher.setAAD(Buffer.from(keyId))
    const body = cipher.update(bytes)
    // Of this cipher nothing is left over at the end.
    cipher.final()
    const sealed = roomFor(nonceBytes + tagBytes + body.length)
    nonce.copy(sealed)
    cipher.getAuthTag().copy(sealed, nonceBytes)
    body.copy(sealed, nonceBytes + tagBytes)
    // Nobody else has it: given back at once it does not wait, with all the others of a large file, to be collected.
    if (body.length === body.buffer.byteLength) body.buffer.transfer(0)
    return `${version}.${keyId}.${sealed.toString('base64url')}`
  }
  const openBytes = (sealed: string): Buffer => {
    const [sealedVersion, sealedKeyId, bytesText, ...more] = sealed.split('.')
    if (sealedVersion !== version || bytesText === undefined || more.length > 0) throw new VaultError('damaged')
    if (sealedKeyId !== keyId) throw new VaultError('other_secret')
    const room = roomFor(bytesText.length)
    const bytes = room.subarray(0, room.write(bytesText, 'base64url'))
    if (bytes.length < nonceBytes + tagBytes) throw new VaultError('damaged')
    const decipher = createDecipheriv('aes-256-gcm', sealingKey, bytes.subarray(0, nonceBytes))
    decipher.setAAD(Buffer.from(keyId))
    decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
    try {
      const opened = decipher.update(bytes.subarray(nonceBytes + tagBytes))
      decipher.final()
      return opened
    } catch {
      throw new VaultError('damaged')
    }
  }
  return {
    ...{ sealBytes, openBytes },
    seal: (text) => sealBytes(Buffer.from(text)),
    open: (sealed) => openBytes(sealed).toString('utf8'),
    fingerprint: (text) => createHmac('sha256', fingerprintKey).update(text).digest('base64url'),
  }
}

const deriveKey = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, 'sluice', purpose, 32))
