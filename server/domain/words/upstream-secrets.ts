/** Whose words they are, a channel's as a rule: what must not be told depends on it. */
export type Speaker = {
  allKeys: readonly string[]
  baseUrl: string
  organization?: string
  other?: string
  setting?: { proxy?: string | undefined }
}

/** What is known of the operator's own: it need not be guessed by its shape. */
export type OwnSecrets = {
  /** All keys, in which a part of one is found. */
  keys: string
  /** Told apart as words: the parts of keys, and hosts of one word. */
  words: ReadonlySet<string>
  /** Found wherever they stand. */
  texts: readonly string[]
  /** Where they are reached, in small letters. */
  hosts: readonly string[]
}

const known = new WeakMap<Speaker, OwnSecrets>()

/** Put together once for each channel. */
export const secretsOf = (speaker: Speaker): OwnSecrets => {
  const found = known.get(speaker)
  if (found !== undefined) return found
  const secrets = collect(speaker)
  known.set(speaker, secrets)
  return secrets
}

const collect = ({ allKeys, baseUrl, organization = '', other = '', setting }: Speaker): OwnSecrets => {
  const parts = allKeys.flatMap((key) => key.split(/[|\s]/)).filter(({ length }) => length >= 6)
  const addresses = [baseUrl, setting?.proxy ?? ''].flatMap(addressOf)
  const names = addresses.map(({ hostname }) => hostname.toLowerCase())
  const hosts = names.filter((name) => name.includes('.'))
  const shortNames = names.map((name) => name.split('.')[0] ?? '').filter((name) => isTelling.test(name))
  const passwords = addresses.flatMap(({ username, password }) => [username, password]).map(decoded)
  const accounts = [...other.split(/[\s",{}:]+/), ...addresses.flatMap(({ pathname }) => pathname.split('/'))]
  const texts = [...allKeys, ...parts].filter(({ length }) => length >= shortest).flatMap(formsOf)
  return {
    keys: allKeys.join('\n'),
    words: new Set([...parts, ...shortNames]),
    texts: [
      ...new Set([
        ...texts,
        ...passwords.filter(({ length }) => length >= shortest),
        ...(organization.length >= 6 ? [organization] : []),
        ...accounts.filter((name) => isOpaque.test(name)),
      ]),
    ],
    hosts,
  }
}

/** Shorter ones are words like any other: whoever runs a model at home calls his key `none`. */
const shortest = 8
/** An account's name in an address, and no version or region. */
const isOpaque = /^(?=.*\d)(?=.*[a-z])(?!\d{4}-\d\d-\d\d)[\w-]{12,}$/i
const isTelling = /^(?=.*[\d-])[\w-]{4,}$/

const addressOf = (address: string): URL[] => (URL.canParse(address) ? [new URL(address)] : [])

/** As it is, in an address, in a header of sign-in, and in hexadecimal digits. */
const formsOf = (key: string): string[] => {
  const inAddress = encodeURIComponent(key)
  const inBase64 = [0, 1, 2].flatMap((before) => {
    const text = base64Behind(key, before)
    return [text, text.replaceAll('+', '-').replaceAll('/', '_')]
  })
  const inHex = Buffer.from(key).toString('hex')
  const inLowerCase = inAddress.replace(/%[\dA-F]{2}/g, (code) => code.toLowerCase())
  return [key, inAddress, inLowerCase, ...inBase64, inHex]
}

/** What does not depend on what stands around it, where so many bytes stand before it. */
const base64Behind = (key: string, before: number): string => {
  const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(key)])
  return bytes.toString('base64').slice(Math.ceil((before * 4) / 3), Math.floor((bytes.length * 4) / 3))
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
