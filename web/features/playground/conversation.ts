import * as z from 'zod/mini'

/** A conversation as a value: what was asked, what each model answered, and which of several versions is shown. */

export const attachment = z.object({
  name: z.string(),
  /** `image` and `document` go as data, `text` as the text that it is. */
  kind: z.enum(['image', 'document', 'text']),
  /** A data address, or the text of a text file. */
  content: z.string(),
})
export type Attachment = z.output<typeof attachment>

const toolCall = z.object({ id: z.string(), name: z.string(), arguments: z.string() })
export type ToolCall = z.output<typeof toolCall>

const toolResult = z.object({ callId: z.string(), content: z.string() })
export type ToolResult = z.output<typeof toolResult>

/** The results of tools are given to the one side that called them. */
const question = z.union([
  z.object({ kind: z.literal('text'), text: z.string(), files: z.array(attachment) }),
  z.object({ kind: z.literal('results'), side: z.string(), results: z.array(toolResult) }),
])
export type Question = z.output<typeof question>

const fault = z.object({
  message: z.string(),
  code: z.optional(z.string()),
  status: z.optional(z.number()),
  /** Of a call that was refused, which has no answer to stand in. */
  requestId: z.optional(z.string()),
})

/** Times are milliseconds since 1970. */
const answer = z.object({
  model: z.string(),
  state: z.enum(['loading', 'incomplete', 'complete', 'stopped', 'error']),
  text: z.string(),
  reasoning: z.string(),
  toolCalls: z.array(toolCall),
  fault: z.optional(fault),
  requestId: z.optional(z.string()),
  startedAt: z.number(),
  firstAt: z.optional(z.number()),
  endedAt: z.optional(z.number()),
  /** As the answer told it, or its row in the log. */
  usage: z.optional(z.object({ input: z.number(), output: z.number() })),
  /** Quota, from its row in the log. */
  cost: z.optional(z.number()),
  /** The tokens were counted here, as the upstream told none. */
  isEstimated: z.optional(z.boolean()),
})
export type Answer = z.output<typeof answer>

/** A question with the answer of each side. Another version of it is another turn with the same parent. */
const turn = z.object({
  id: z.string(),
  parent: z.nullable(z.string()),
  question,
  answers: z.record(z.string(), answer),
})
export type Turn = z.output<typeof turn>

const parameters = z.object({
  temperature: z.nullable(z.number()),
  /** 0: no limit of ours. */
  maxTokens: z.number(),
  topP: z.nullable(z.number()),
  frequencyPenalty: z.nullable(z.number()),
  presencePenalty: z.nullable(z.number()),
  seed: z.nullable(z.number()),
  effort: z.nullable(z.enum(['minimal', 'low', 'medium', 'high'])),
  stop: z.string(),
})
export type Parameters = z.output<typeof parameters>

/** One of up to four models that answer beside each other. */
const side = z.object({ id: z.string(), model: z.string(), parameters })
export type Side = z.output<typeof side>

/** Who pays: the account in one of its groups, or a token. */
const payer = z.union([
  z.object({ kind: z.literal('group'), group: z.string() }),
  z.object({ kind: z.literal('token'), id: z.number() }),
])
export type Payer = z.output<typeof payer>

/** What was set, which the next conversation begins with too. */
const settings = {
  payer,
  system: z.string(),
  /** JSON text: a list of functions with their schemas, as they are sent. */
  tools: z.string(),
  /** One to four. */
  sides: z.array(side),
}
export const conversationSettings = z.object(settings)

export const conversation = z.object({
  ...settings,
  id: z.string(),
  title: z.string(),
  createdAt: z.number(),
  changedAt: z.number(),
  turns: z.array(turn),
  /** Of the turns with one parent, which is shown; '' stands for none. Without an entry it is the newest. */
  shown: z.record(z.string(), z.string()),
})
export type Conversation = z.output<typeof conversation>

export const mostSides = 4

export const defaultParameters: Parameters = {
  temperature: null,
  maxTokens: 0,
  topP: null,
  frequencyPenalty: null,
  presencePenalty: null,
  seed: null,
  effort: null,
  stop: '',
}

const keyOf = (parent: string | null): string => parent ?? ''

const childrenOf = ({ turns }: Conversation, parent: string | null): readonly Turn[] =>
  turns.filter((each) => each.parent === parent)

const shownChild = (whole: Conversation, parent: string | null): Turn | undefined => {
  const children = childrenOf(whole, parent)
  return children.find(({ id }) => id === whole.shown[keyOf(parent)]) ?? children.at(-1)
}

/** The turns that are shown, oldest first. */
export const pathOf = (whole: Conversation): readonly Turn[] => {
  const path: Turn[] = []
  for (let next = shownChild(whole, null); next !== undefined; next = shownChild(whole, next.id)) path.push(next)
  return path
}

/** The shown turns before this one. */
export const turnsBefore = (whole: Conversation, { parent }: Turn): readonly Turn[] => {
  const before: Turn[] = []
  const byId = new Map(whole.turns.map((each) => [each.id, each]))
  for (let next = parent === null ? undefined : byId.get(parent); next !== undefined; ) {
    before.unshift(next)
    next = next.parent === null ? undefined : byId.get(next.parent)
  }
  return before
}

/** The versions of a turn, oldest first, and which of them it is. */
export const versionsOf = (whole: Conversation, { id, parent }: Turn): { versions: readonly Turn[]; place: number } => {
  const versions = childrenOf(whole, parent)
  return { versions, place: versions.findIndex((each) => each.id === id) }
}

export const showVersion = (whole: Conversation, { id, parent }: Turn): Conversation => ({
  ...whole,
  shown: { ...whole.shown, [keyOf(parent)]: id },
})

/** Adds a turn behind its parent, and shows it. */
export const addTurn = (whole: Conversation, added: Turn): Conversation =>
  showVersion({ ...whole, turns: [...whole.turns, added] }, added)

/** Another version of a turn, in which one side answers anew; the answers of the others stay. */
export const retriedTurn = ({ question: asked, parent, answers }: Turn, id: string, sideId: string): Turn => ({
  id,
  parent,
  question: asked,
  answers: Object.fromEntries(Object.entries(answers).filter(([name]) => name !== sideId)),
})

/** Another version of a turn with another question, which all its sides answer anew. */
export const editedTurn = ({ parent }: Turn, id: string, asked: Question): Turn => ({
  id,
  parent,
  question: asked,
  answers: {},
})

/** The sides that a question is for. */
export const sidesOf = ({ sides }: Conversation, asked: Question): readonly Side[] =>
  asked.kind === 'results' ? sides.filter(({ id }) => id === asked.side) : sides

/** Changes one answer; nothing where the turn is gone. */
export const withAnswer = (whole: Conversation, turnId: string, sideId: string, changed: Answer): Conversation => ({
  ...whole,
  turns: whole.turns.map((each) =>
    each.id === turnId ? { ...each, answers: { ...each.answers, [sideId]: changed } } : each,
  ),
})

/** The same up to a turn, as a conversation of its own. */
export const branchedAt = (whole: Conversation, last: Turn, id: string, now: number): Conversation => ({
  ...whole,
  id,
  createdAt: now,
  changedAt: now,
  turns: [...turnsBefore(whole, last), last],
  shown: {},
})

const longestTitle = 60

/** What a conversation is called: how it begins. */
export const titleOf = (whole: Conversation): string => {
  const first = pathOf(whole)[0]?.question
  if (first?.kind !== 'text') return ''
  const line = (first.text.trim() || (first.files[0]?.name ?? '')).replaceAll(/\s+/g, ' ')
  return line.length > longestTitle ? `${line.slice(0, longestTitle - 1)}…` : line
}

/** The calls of an answer that nobody has answered yet: the last turn of a side is what counts. */
export const openCalls = (whole: Conversation, sideId: string): readonly ToolCall[] => {
  const last = pathOf(whole).findLast(({ answers }) => answers[sideId] !== undefined)?.answers[sideId]
  return last?.state === 'complete' ? last.toolCalls : []
}

/** What was under way when the page was closed has ended. */
export const withoutRunning = (whole: Conversation): Conversation => ({
  ...whole,
  turns: whole.turns.map((each) => ({
    ...each,
    answers: Object.fromEntries(
      Object.entries(each.answers).map(([name, value]) => [
        name,
        value.state === 'loading' || value.state === 'incomplete' ? { ...value, state: 'stopped' as const } : value,
      ]),
    ),
  })),
})
