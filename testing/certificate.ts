import { generateKeyPairSync, sign } from 'node:crypto'

export type Certificate = { key: string; cert: string }

type Wish = {
  names?: readonly string[]
  /** Whether it is for 127.0.0.1 too. */
  local?: boolean
  /** In days from now. */
  validFrom?: number
  validTo?: number
}

/** A self-signed certificate for 127.0.0.1 and localhost, made on the spot: no test keeps one that runs out. */
export const makeCertificate = (wish: Wish = {}): Certificate => {
  const { names = ['localhost'], local = true, validFrom = -1, validTo = 1 } = wish
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = sequence(set(sequence(object('550403'), utf8(names[0] ?? 'localhost'))))
  const now = Date.now()
  const facts = sequence(
    explicit(0, integer(2)),
    integer(1),
    ecdsaWithSha256,
    name,
    sequence(time(now + validFrom * day), time(now + validTo * day)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    explicit(3, sequence(mayCertify, alternativeNames(names, local))),
  )
  const signature = sign('sha256', facts, privateKey)
  const certificate = sequence(facts, ecdsaWithSha256, tagged(0x03, Buffer.from([0]), signature))
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? []
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
  }
}

const day = 86_400_000

/** One value of ASN.1 in DER: a tag, a length, and what it holds. */
const tagged = (tag: number, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts)
  const { length } = body
  const lengthBytes =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, Math.floor(length / 0x100), length % 0x100]
  return Buffer.concat([Buffer.from([tag, ...lengthBytes]), body])
}

const sequence = (...parts: Buffer[]) => tagged(0x30, ...parts)
const set = (...parts: Buffer[]) => tagged(0x31, ...parts)
const explicit = (number: number, part: Buffer) => tagged(0xa0 + number, part)
const integer = (value: number) => tagged(0x02, Buffer.from([value]))
const object = (hex: string) => tagged(0x06, Buffer.from(hex, 'hex'))
const utf8 = (text: string) => tagged(0x0c, Buffer.from(text))
const octets = (part: Buffer) => tagged(0x04, part)
const yes = tagged(0x01, Buffer.from([0xff]))
const time = (milliseconds: number) =>
  tagged(
    0x17,
    Buffer.from(
      new Date(milliseconds)
        .toISOString()
        .slice(2)
        .replace(/[-:T]|\.\d+/g, ''),
    ),
  )

const ecdsaWithSha256 = sequence(object('2a8648ce3d040302'))
const mayCertify = sequence(object('551d13'), yes, octets(sequence(yes)))
const alternativeNames = (names: readonly string[], local: boolean) => {
  const address = local ? [tagged(0x87, Buffer.from([127, 0, 0, 1]))] : []
  return sequence(
    object('551d11'),
    octets(sequence(...names.map((name) => tagged(0x82, Buffer.from(name))), ...address)),
  )
}
