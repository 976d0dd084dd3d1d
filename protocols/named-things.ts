import { isObject, type JsonObject, textAt } from './json/json.ts'
import { plainName } from './json/plain-name.ts'

/** What upstreams keep at an account and know by an id. */
export type ThingKind =
  | 'response'
  | 'item'
  | 'conversation'
  | 'file'
  | 'store'
  | 'container'
  | 'cache'
  | 'prompt'
  | 'skill'
  | 'voice'
  | 'sound'
  | 'thread'
  | 'upload'
  | 'session'

/** A thing as a request names it. `isRepeated`: what it holds may stand beside its id as well. */
export type NamedThing = { kind: ThingKind; id: string; place: string; isRepeated?: true }

/** A thing that an answer says was made. */
export type MadeThing = { kind: ThingKind; id: string }

/**
 * The things at an upstream's account that a request names, wherever in it; undefined for nearly all requests. Who reads
 * a body may look past capitals and underscores, so this does as well.
 */
export const namedThings = (body: JsonObject): NamedThing[] | undefined => {
  if (!mayName(body)) return undefined
  const found: NamedThing[] = []
  walk(body, '', { path: [], found, known: new Set(), isSystems: false })
  return found.length === 0 ? undefined : found
}

/** `isSystems`: below a message of the system, or what stands for one in other dialects. */
type Search = { path: (string | number)[]; found: NamedThing[]; known: Set<string>; isSystems: boolean }

/** Whoever asks refuses half as many; a body full of names is not read to its end. */
const mostFound = 1100

/** Members whose value is an id, a list of ids, or an object with one. */
const kinds: ReadonlyMap<string, ThingKind> = new Map(
  Object.entries({
    previousresponseid: 'response',
    responseid: 'response',
    conversation: 'conversation',
    conversationid: 'conversation',
    approvalrequestid: 'item',
    fileid: 'file',
    fileids: 'file',
    vectorstoreid: 'store',
    vectorstoreids: 'store',
    filesearchstorenames: 'store',
    knowledgeid: 'store',
    knowledgeids: 'store',
    knowledgebaseid: 'store',
    knowledgebaseids: 'store',
    container: 'container',
    containerid: 'container',
    cachedcontent: 'cache',
    cachedcontents: 'cache',
    contextid: 'cache',
    promptid: 'prompt',
    skillid: 'skill',
    voice: 'voice',
    threadid: 'thread',
    assistantid: 'thread',
  } satisfies Record<string, ThingKind>),
)

/** Below these every name is the client's own. */
const free = new Set([
  'arguments',
  'args',
  'parameters',
  'inputschema',
  'inputexamples',
  'parametersjsonschema',
  'schema',
  'jsonschema',
  'responseschema',
  'responsejsonschema',
  'properties',
  'metadata',
  'clientmetadata',
  'labels',
  'variables',
  'chattemplatekwargs',
])

/** Where a file may be named by an address. */
const addresses = new Set(['url', 'uri', 'fileuri', 'imageurl', 'videourl', 'audiourl', 'fileurl'])

/** What a member's name means here; undefined for nearly all names. */
type Meaning = 'free' | 'address' | 'words' | 'systems' | 'item' | 'object' | { kind: ThingKind }

type ReadName = { plain: string; meaning: Meaning | undefined }

/** Names are few and come often: each is read once. They are the clients', so only so many are remembered. */
const readName = (name: string): ReadName => {
  const known = readNames.get(name)
  if (known !== undefined) return known
  const plain = plainName(name)
  const kind = kinds.get(plain)
  const read = { plain, meaning: kind === undefined ? particular.get(plain) : { kind } }
  if (readNames.size < mostNames && name.length < longestName) readNames.set(name, read)
  return read
}

const readNames = new Map<string, ReadName>()
const mostNames = 2000
const longestName = 64

const particular: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ...[...free].map((name) => [name, 'free'] as const),
  ...[...addresses].map((name) => [name, 'address'] as const),
  ['content', 'words'],
  ['text', 'words'],
  ['system', 'systems'],
  ['instructions', 'systems'],
  ['systeminstruction', 'systems'],
  ['input', 'item'],
  ['response', 'item'],
  ['audio', 'object'],
  ['prompt', 'object'],
  ['sessionresumption', 'object'],
])

/** Every call is looked through, so what is certain to name nothing is told without a note of its places. */
const mayName = (value: object): boolean => {
  if (Array.isArray(value)) {
    for (const each of value) if (typeof each === 'object' && each !== null && mayName(each)) return true
    return false
  }
  if (!isObject(value)) return false
  for (const key in value) {
    const member = value[key]
    const { meaning } = readName(key)
    if (meaning === 'free') continue
    if (typeof member === 'string') {
      if (meaning === undefined || (meaning === 'words' && !mayNameFiles(value, member))) continue
      if (meaning === 'systems' && !member.includes(inlineFile)) continue
      return true
    }
    if (typeof member !== 'object' || member === null) continue
    const isWords = meaning === undefined || meaning === 'words' || meaning === 'systems'
    if (!isWords || mayName(member)) return true
  }
  return false
}

const mayNameFiles = ({ role }: JsonObject, words: string): boolean =>
  role !== 'user' && role !== 'assistant' && words.includes(inlineFile)

const walk = (value: object, name: string, search: Search): void => {
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) {
      const each: unknown = value[index]
      if (typeof each !== 'object' || each === null) continue
      search.path.push(index)
      if (name === 'input' && isObject(each)) takeItem(each, search)
      walk(each, '', search)
      search.path.pop()
    }
    return
  }
  if (!isObject(value)) return
  const wasSystems = search.isSystems
  const isSystems = wasSystems || (typeof value.role === 'string' && systemRoles.has(value.role.toLowerCase()))
  for (const key in value) {
    const member = value[key]
    const isNested = typeof member === 'object' && member !== null
    if (!isNested && typeof member !== 'string') continue
    const { plain, meaning } = readName(key)
    search.isSystems = isSystems || meaning === 'systems'
    // The words of a conversation: they are all but the system's, and nothing lies in them.
    if (!isNested && (meaning === undefined || (meaning === 'words' && !search.isSystems))) continue
    if (meaning === 'free' || (meaning === 'item' && search.path.length > 0 && isClients(value, key))) continue
    search.path.push(key)
    if (meaning !== undefined) look(meaning, plain, member, value, search)
    if (isNested) walk(member, plain, search)
    search.path.pop()
  }
  search.isSystems = wasSystems
}

const look = (meaning: Meaning, plain: string, member: unknown, parent: JsonObject, search: Search): void => {
  if (typeof meaning === 'object') take(meaning.kind, member, parent, search)
  else if (meaning === 'object') takeObject(plain, member, search)
  else if (typeof member !== 'string') return
  else if (meaning === 'address' && isKeptAddress(member, plain)) note('file', keptFileOf(member), search)
  else if ((meaning === 'words' || meaning === 'systems') && search.isSystems && member.includes(inlineFile)) {
    for (const [, id = ''] of member.matchAll(/fileid:\/\/([\w-]+)/g)) note('file', id, search)
  }
}

const systemRoles = new Set(['system', 'developer'])

/** Each thing at the first of its places. */
const note = (kind: ThingKind, id: string, { path, found, known }: Search): void => {
  const key = `${kind} ${id}`
  if (found.length >= mostFound || known.has(key)) return
  known.add(key)
  found.push({ kind, id, place: placeOf(path) })
}

/** What holds its words itself; where it is asked for by its id as well, that counts. */
const noteRepeated = (id: string, { path, found, known }: Search): void => {
  if (found.length >= mostFound || known.has(`item ${id}`) || known.has(`repeated ${id}`)) return
  known.add(`repeated ${id}`)
  found.push({ kind: 'item', id, place: placeOf(path), isRepeated: true })
}

const placeOf = (path: readonly (string | number)[]): string =>
  path.map((step, index) => (typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`)).join('')

/** What a client's own tool was called with, or answered: within a message, never a request's own members. */
const isClients = (parent: JsonObject, name: string): boolean =>
  plainName(name) === 'input'
    ? typeof parent.type === 'string' && parent.type.endsWith('tool_use')
    : parent.name !== undefined

const take = (kind: ThingKind, value: unknown, parent: JsonObject, search: Search): void => {
  if (Array.isArray(value)) {
    for (const each of value) take(kind, each, parent, search)
    return
  }
  // A voice without an object around it is one that everybody has.
  const id = isObject(value) ? textAt(value, 'id') : kind === 'voice' ? undefined : value
  if (typeof id === 'string' && id !== '' && !isEverybodys(kind, id, parent)) note(kind, id, search)
}

/** Skills of the vendor's own; and in a session, whether an answer becomes a part of it. */
const isEverybodys = (kind: ThingKind, id: string, parent: JsonObject): boolean =>
  (kind === 'skill' && (parent.type === 'anthropic' || id.startsWith('openai-'))) ||
  (kind === 'conversation' && (id === 'auto' || id === 'none'))

/** How one vendor's model for long texts is told which files to read: by words of the system. */
const inlineFile = 'fileid://'

/** An address that is not everybody's: of a vendor's own scheme, or of its files. */
const isKeptAddress = (text: string, plain: string): boolean => {
  const scheme = /^([a-z][a-z0-9+.-]{0,30}):\/\//i.exec(text)?.[1]?.toLowerCase()
  if (scheme === undefined) return plain === 'fileuri' && !text.startsWith('data:')
  if (scheme !== 'http' && scheme !== 'https') return true
  // However the rest of it is written, everything behind this name is an account's.
  return URL.parse(text)?.hostname.includes('generativelanguage') ?? true
}

/**
 * The file that an address means, by its name; what is written in any other way than its vendor writes it means nothing
 * that could be found.
 */
const keptFileOf = (text: string): string => {
  if (fileName.test(text)) return text
  const url = URL.parse(text)
  const [, name] = /^\/v1(?:beta|alpha)?\/(files\/[\w-]+)$/.exec(url?.pathname ?? '') ?? []
  return name !== undefined && text === `${url?.origin}${url?.pathname}` ? name : text
}

const fileName = /^files\/[\w-]+$/

/** What has its id below its own name. */
const takeObject = (plain: string, value: unknown, search: Search): void => {
  const id = textAt(value, plain === 'sessionresumption' ? 'handle' : 'id')
  if (id !== undefined && id !== '') note(objectKinds[plain] ?? 'prompt', id, search)
}

const objectKinds: Readonly<Record<string, ThingKind>> = { audio: 'sound', sessionresumption: 'session' }

/** Items of an earlier answer by their ids, with nothing else of them. */
const takeItem = (item: JsonObject, search: Search): void => {
  const id = textAt(item, 'id')
  if (id === undefined) return
  switch (item.type) {
    case 'item_reference':
      note('item', id, search)
      return
    case undefined:
    case null:
      if (item.role === undefined && item.content === undefined) note('item', id, search)
      return
    case 'image_generation_call':
      if (textAt(item, 'result') === undefined) note('item', id, search)
      return
    case 'reasoning':
      // Its words are there for who cannot look it up.
      if (textAt(item, 'encrypted_content') === undefined) noteRepeated(id, search)
  }
}
