import { withoutStamp } from './anthropic-messages/request-stamp.ts'
import { isObject, type JsonObject, textAt } from './json/json.ts'

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** What tells one conversation from all others, by its beginning, which does not change from turn to turn. */
export type Beginning = {
  texts: string[]
  /** Whether it was answered before: more than one turn is here. */
  isContinued: boolean
}

/** Headers in which coding agents, and what stands before them, tell their session. */
const sessionHeaders = [
  'x-claude-code-session-id',
  'session-id',
  'session_id',
  'x-opencode-session',
  'x-session-affinity',
  'x-kilocode-taskid',
  'x-kilo-session',
  'x-zoo-session-id',
  'x-grok-conv-id',
] as const

/**
 * The name that a client itself gives its conversation; undefined where it gives none. What goes on from an answer that
 * an upstream keeps is not looked at here: its place is known by that answer.
 */
export const conversationName = (body: JsonObject, headers: Headers): string | undefined => {
  const cacheKey = named(body.prompt_cache_key)
  if (cacheKey !== undefined) return cacheKey
  for (const header of sessionHeaders) {
    const session = named(headers[header])
    if (session !== undefined) return session
  }
  return sessionOfUser(textAt(body.metadata, 'user_id')) ?? named(headers['x-session-id'])
}

const longestName = 1024

const named = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' && value.length <= longestName ? value : undefined

/** Some agents write their session behind the user's name, or beside it in an object. */
const sessionOfUser = (user: string | undefined): string | undefined => {
  if (user === undefined || user.length > longestName) return undefined
  const beside = /"session_id"\s*:\s*"([^"]+)"/.exec(user) ?? /_session_(.+)$/.exec(user)
  return beside?.[1]
}

/**
 * The names of the tools, the system's words and the first turn of the user, less what agents put in anew with each
 * turn. Undefined where nobody says anything.
 */
export const conversationBeginning = (body: JsonObject): Beginning | undefined => {
  const texts: string[] = []
  for (const tool of listOf(body.tools)) noteTool(tool, texts)
  for (const place of [body.system, body.instructions, body.systemInstruction, body.system_instruction]) {
    noteWords(place, texts, ofSystem)
  }
  const turns = body.messages ?? body.contents ?? body.input
  if (typeof turns === 'string') {
    noteWords(turns, texts, ofUser)
    return { texts, isContinued: false }
  }
  const isContinued = noteFirstTurn(listOf(turns), texts)
  return texts.length === 0 ? undefined : { texts, isContinued }
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** By its name: a description may tell what there is just now. */
const noteTool = (tool: unknown, texts: string[]): void => {
  if (!isObject(tool)) return
  const declarations = tool.functionDeclarations ?? tool.function_declarations
  if (Array.isArray(declarations)) {
    for (const each of declarations) noteTool(each, texts)
    return
  }
  const name = textAt(tool, 'name') ?? textAt(tool.function, 'name') ?? textAt(tool, 'type')
  if (name !== undefined) texts.push(name)
}

/**
 * What comes before the first answer, and whether one comes. Words of the system may stand between those of the user; a
 * greeting by the model comes before them.
 */
const noteFirstTurn = (turns: readonly unknown[], texts: string[]): boolean => {
  let hasAsked = false
  for (const turn of turns) {
    const isAsking = isObject(turn) && (turn.role === 'user' || (turn.role === undefined && !isStep(turn)))
    if (isAsking) {
      hasAsked = true
      noteAsked(turn, texts)
      continue
    }
    const isOfSystem = isObject(turn) && (turn.role === 'system' || turn.role === 'developer')
    if (hasAsked && !isOfSystem) return true
    noteWords(turn, texts, ofSystem)
  }
  return false
}

/** A call of a tool, its answer, or reasoning, in dialects where these stand between the messages. */
const isStep = ({ type }: JsonObject): boolean => typeof type === 'string' && type !== 'message'

/** Reminders are put into the newest turn, and are gone with the next one: where there is more, it is the rest that counts. */
const noteAsked = (turn: JsonObject, texts: string[]): void => {
  const words: string[] = []
  noteWords(turn, words, ofUser)
  const lasting = words.filter((text) => !text.startsWith('<system-reminder>'))
  texts.push(...(lasting.length === 0 ? words : lasting))
}

/** Members that say nothing of what a turn is about, or move on with the conversation. */
const aside = new Set(['role', 'type', 'id', 'status', 'name', 'cache_control', 'prompt_cache_breakpoint', 'detail'])

/**
 * Of long texts, pictures and files their length, their beginning and their end: there may be megabytes. The words of the
 * system are those of the agent, and tell little of the conversation: so few letters are added up in no time.
 */
type Sample = { whole: number; begin: number; end: number }
const ofSystem: Sample = { whole: 96, begin: 12, end: 12 }
const ofUser: Sample = { whole: 2112, begin: 2048, end: 64 }

const noteWords = (value: unknown, texts: string[], sample: Sample): void => {
  if (typeof value === 'string') {
    const { whole, begin, end } = sample
    const text = withoutStamp(value)
    if (text.length > whole) texts.push(`${text.length}`, text.slice(0, begin), text.slice(-end))
    else if (text !== '') texts.push(text)
    return
  }
  if (Array.isArray(value)) {
    for (const each of value) noteWords(each, texts, sample)
    return
  }
  if (!isObject(value)) return
  for (const key in value) if (!aside.has(key)) noteWords(value[key], texts, sample)
}
