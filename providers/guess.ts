import { providers } from './index.ts'
import { openai } from './openai.ts'
import type { Provider } from './provider.ts'

/** How keys begin that tell nothing of their vendor: dozens took over the habit. */
const usualShape = /^sk-/

/** How the keys of a vendor look, by its name, where its hint shows less. Several may share a shape. */
const shapes: Readonly<Record<string, RegExp>> = {
  openai: /^sk-(?:(?:proj|svcacct|admin)-|[A-Za-z0-9]{48}$)/,
  deepseek: /^sk-[0-9a-f]{32}$/,
  dashscope: /^sk-[0-9a-f]{32}$/,
  'dashscope-international': /^sk-[0-9a-f]{32}$/,
  moonshot: /^sk-[A-Za-z0-9]{48}$/,
  'moonshot-international': /^sk-[A-Za-z0-9]{48}$/,
  siliconflow: /^sk-[a-z]{48}$/,
  zhipu: /^[0-9a-f]{32}\.[A-Za-z0-9]{16}$/,
  zai: /^[0-9a-f]{32}\.[A-Za-z0-9]{16}$/,
  perplexity: /^pplx-/,
  voyage: /^pa-/,
  qianfan: /^bce-v3\//,
  xunfei: /^[^|\s]+\|[^|\s]+\|[^|\s]+$/,
  bedrock: /^AKIA[0-9A-Z]{16}\|/,
  vertex: /^\s*\{[\s\S]*"service_account"/,
  volcengine: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  'github-models': /^(?:github_pat_|gh[pou]_)/,
}

/** The shape of its keys; undefined: nothing tells them from others. */
const keyShapeOf = ({ name, keyHint }: Pick<Provider, 'name' | 'keyHint'>): RegExp | undefined => {
  const [, start] = typeof keyHint === 'string' ? (/^([\w-]{2,})…$/.exec(keyHint) ?? []) : []
  return shapes[name] ?? (start === undefined ? undefined : new RegExp(`^${start}`))
}

/** What was pasted, taken apart, and whose it may be. */
export type ProviderGuess = { key: string; baseUrl: string; types: readonly number[] }

/**
 * Whose key was pasted, alone or with an address, as a line of a settings file or of a shell: the address knows best,
 * then the shape of the key. Nothing is guessed of what fits too many; an address that nobody has is spoken to in the
 * usual dialect.
 */
export const guessProvider = (pasted: string): ProviderGuess => {
  const address = /https?:\/\/[^\s"'<>,;]+/.exec(pasted)?.[0] ?? ''
  const key = keyIn(pasted.replace(address, ' '))
  const baseUrl = withoutVersion(address)
  const byAddress = hostOf(baseUrl) === '' ? [] : providers.filter((each) => hostOf(each.baseUrl) === hostOf(baseUrl))
  const [first] = byAddress
  if (first) return { key, baseUrl: baseUrl.startsWith(first.baseUrl) ? '' : baseUrl, types: typesOf(byAddress) }
  const byKey = typesOf(providers.filter((each) => key !== '' && isTelling(keyShapeOf(each), key)))
  return { key, baseUrl, types: baseUrl === '' ? byKey : [...new Set([openai.type, ...byKey])] }
}

const isTelling = (shape: RegExp | undefined, key: string): boolean =>
  shape !== undefined && shape.source !== usualShape.source && shape.test(key)

const typesOf = (found: readonly Provider[]) => found.map(({ type }) => type)

/** Without the name it is given to, its quotes and the word that stands before it in a header. */
const keyIn = (text: string): string => {
  if (/^\s*\{/.test(text)) return text.trim()
  const words = text
    .split(/[\s"',;]+/)
    .map((word) => word.replace(/^[A-Za-z_][\w-]*[=:]/, ''))
    .filter((word) => word !== '' && !/^(?:export|bearer|authorization:?|-H|curl)$/i.test(word))
  return words.toSorted((one, other) => other.length - one.length)[0] ?? ''
}

/** Paths of calls begin with the version, which we put there ourselves. */
const withoutVersion = (address: string): string =>
  address.replace(/\/v\d+(?:beta\d*)?(?:\/.*)?$/, '').replace(/\/+$/, '')

const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).host : '')
