import { isTest, type Rule, type SourceFile, type Violation, violationsOf } from './source-file.ts'

/**
 * What an operator is offered does something: every option on the settings page and every field of a channel is read
 * somewhere. Telling the console of an option in the status is not reading it; there the console must.
 */
export const readerRule: Rule = (files) => {
  const readers = files.filter(({ path }) => !isTest(path) && reading.test(path) && !carrying.test(path))
  const entries = files.flatMap((file) => entriesOf(file, files))
  const unread = entries.filter(({ isRead }) => !readers.some(({ path, text }) => isRead(path, text)))
  return [...unread.map(({ place, name }) => ({ ...place, message: unreadMessage(name) })), ...madeUpOptions(files)]
}

const unreadMessage = (name: string): string =>
  `nothing reads ${name}: let something, take it away, or, if it is an option of old clients, wrap it in kept()`

type Entry = { name: string; place: Pick<Violation, 'path' | 'line'>; isRead: (path: string, text: string) => boolean }

const reading = /^(?:server|providers|protocols|web|contract\/(?:signin-ways|payment-providers))\//
/** These pass on whatever there is: the form, the words, what is stored and shown. */
const carrying = /^(?:web\/(?:locales|testing|features\/settings|features\/channels)|web\/lib\/status\.ts)/

const entriesOf = (file: SourceFile, files: readonly SourceFile[]): Entry[] => {
  if (file.path === 'contract/options.ts') return optionsIn(file, plainOption, files)
  if (registry.test(file.path) && !isTest(file.path)) return optionsIn(file, registeredOption, files)
  if (file.path === 'contract/channel-fields.ts') return channelFieldsIn(file)
  return []
}

const registry = /^contract\/(?:signin-ways|payment-providers)\//

/** `Name: flag(...)`, but not `Name: kept(...)`. */
const plainOption = /^ {4}'?([\w.]+)'?: (?!kept\b)[a-z]\w*\(/gm
/** `Name: 'text'`, and what else a way to sign in or to pay may have options of. */
const registeredOption = /'?([\w.]+)'?: '(?:text|secret|link|server|picture)'/g

const optionsIn = (file: SourceFile, pattern: RegExp, files: readonly SourceFile[]): Entry[] =>
  found(file, pattern).map(({ name, place }) => {
    const key = escaped(name)
    const asked = new RegExp(String.raw`\b(?:get|option)\('${key}'\)`)
    const named = new RegExp(String.raw`\b(?:option|url|picture): '${key}'`)
    const fields = files.flatMap(({ path, text }) => toldAs(path, text, key))
    const shown = fields.length === 0 ? undefined : new RegExp(String.raw`[.{,]\s*(?:${fields.join('|')})\b`)
    const isRead = (path: string, text: string) => {
      if (path.startsWith('web/')) return shown?.test(text) === true
      return asked.test(path === status ? withoutTold(text) : text) || (registry.test(path) && named.test(text))
    }
    return { name, place, isRead }
  })

const status = 'server/api/status.ts'
const told = /^\s+(\w+): options\.get\('([\w.]+)'\),$/gm
const withoutTold = (text: string): string => text.replace(told, '')

/** The names under which the status tells an option. */
const toldAs = (path: string, text: string, key: string): string[] => {
  if (path === status) {
    return [...text.matchAll(told)].flatMap(([, field = '', name]) => (name && escaped(name) === key ? [field] : []))
  }
  if (!registry.test(path)) return []
  const shown = /\bshown: \{([^}]*)\}/.exec(text)?.[1] ?? ''
  return [...shown.matchAll(new RegExp(String.raw`(\w+): '${key}'`, 'g'))].map(([, field = '']) => field)
}

const channelSearch = 'server/db/channel-lists.ts'

/** A field at the first level of a table of fields, and the name that the relay has for it. */
const channelField = /^ {2}(\w+): \{(?:.*\},$|[\s\S]*?^ {2}\},$)/gm

const channelFieldsIn = (file: SourceFile): Entry[] =>
  found(file, channelField).map(({ name, place, text }) => {
    const as = /\bas: '(\w+)'/.exec(text)?.[1]
    const own = as ?? name
    const isMember = file.text.slice(0, file.text.indexOf(text)).includes('export const channelSettings')
    const holder = isMember && as !== undefined ? String.raw`\.setting` : 'channel|facts'
    const taken = String.raw`\{[^{}]*\b${own}\b[^{}]*\}: (?:Channel|ChannelFacts)\b`
    const read = new RegExp(String.raw`(?:${holder})\??\.${own}\b|${taken}`)
    // What is said to operators alone is read by their search.
    const searched = new RegExp(String.raw`contains\(eb\.ref\('${name}'\)`)
    const isRead = (path: string, text: string) =>
      path === channelSearch ? searched.test(text) : /^(?:server|providers)\//.test(path) && read.test(text)
    return { name, place, isRead }
  })

/** An option that is asked for by a name that no option has is never set. */
const madeUpOptions = (files: readonly SourceFile[]): Violation[] => {
  const declared = new Set(
    files.flatMap((file) => {
      const isTable = file.path === 'contract/options.ts' || registry.test(file.path)
      return isTable ? [...file.text.matchAll(/'?([\w.]+)'?: /g)].map(([, name]) => name) : []
    }),
  )
  if (declared.size === 0) return []
  return files
    .filter(({ path }) => /^(?:providers|protocols)\//.test(path) && !isTest(path))
    .flatMap((file) =>
      violationsOf(file, /\boption\('([\w.]+)'\)/g, ([, name = '']) =>
        declared.has(name) ? undefined : `there is no option ${name}`,
      ),
    )
}

const found = (file: SourceFile, pattern: RegExp) =>
  [...file.text.matchAll(pattern)].map((match) => ({
    name: match[1] ?? '',
    text: match[0],
    place: { path: file.path, line: file.text.slice(0, match.index).split('\n').length },
  }))

const escaped = (name: string): string => name.replaceAll('.', String.raw`\.`)
