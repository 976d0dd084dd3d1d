import { serverTime } from '../../lib/server-time.ts'
import { currentUser, onIdentityChange } from '../../lib/session.ts'
import { createStore } from '../../lib/store.ts'
import { callStream } from '../../lib/stream.ts'
import {
  type Answer,
  addTurn,
  branchedAt,
  type Conversation,
  editedTurn,
  pathOf,
  type Question,
  retriedTurn,
  type Side,
  sidesOf,
  type Turn,
  titleOf,
  withAnswer,
} from './conversation.ts'
import { newConversation, newId, rememberSettings } from './new-conversation.ts'
import { type Means, refusedBy } from './payment.ts'
import { requestBody } from './request-body.ts'
import { type Run, runAnswer } from './run.ts'
import { findConversation, keepConversation } from './store.ts'

/**
 * The conversation that is open, and the models that are answering in it. It outlives the page: whoever looks at another
 * page of the console meanwhile finds the answer when he comes back.
 */
export const openStore = createStore<Conversation>(newConversation(userId()))

function userId(): number {
  return currentUser()?.id ?? 0
}

/** How many models are answering. */
export const runningStore = createStore(0)

/** Whether the browser keeps what was said last: it may be full, or keep nothing at all. */
export const keepingStore = createStore<'kept' | 'full' | 'forbidden'>('kept')

const runs = new Set<Run>()

export const stopAll = (): void => {
  for (const run of runs) run.stop()
}

onIdentityChange(() => openConversation(newConversation(userId())))

export const openConversation = (next: Conversation): void => {
  stopAll()
  openStore.set(next)
}

type Settings = Partial<Pick<Conversation, 'payer' | 'system' | 'tools' | 'sides'>>

/** Settings hold from the next question on, and for the next conversation. */
export const setUpConversation = (settings: Settings): void => {
  const next = { ...openStore.get(), ...settings }
  openStore.set(next)
  rememberSettings(userId(), next)
  if (next.turns.length > 0) keep(next)
}

export const changeSide = (id: string, change: Partial<Side>): void =>
  setUpConversation({ sides: openStore.get().sides.map((side) => (side.id === id ? { ...side, ...change } : side)) })

/** Shows another version of a turn. */
export const changeShown = (next: Conversation): void => {
  openStore.set(next)
  keep(next)
}

export const ask = (question: Question, means: Means): void => {
  const parent = pathOf(openStore.get()).at(-1)?.id ?? null
  begin({ id: newId(), parent, question, answers: {} }, means)
}

export const retry = (turn: Turn, sideId: string, means: Means): void =>
  begin(retriedTurn(turn, newId(), sideId), means)

export const edit = (turn: Turn, question: Question, means: Means): void =>
  begin(editedTurn(turn, newId(), question), means)

export const branch = (turn: Turn): void => {
  const next = branchedAt(openStore.get(), turn, newId(), serverTime())
  openConversation(next)
  keep(next)
}

/** Adds a turn and lets the sides answer that have not yet. */
const begin = (turn: Turn, means: Means): void => {
  const added = addTurn(openStore.get(), turn)
  const whole = { ...added, changedAt: serverTime(), title: added.title || titleOf(added) }
  openStore.set(whole)
  keep(whole)
  for (const side of sidesOf(whole, turn.question)) {
    if (turn.answers[side.id] === undefined) void answerSide(whole, turn, side, means)
  }
}

const answerSide = async (whole: Conversation, turn: Turn, side: Side, means: Means): Promise<void> => {
  const refused = refusedBy(means.refusals, side.model)
  const body = {
    ...requestBody(whole, turn, side, refused),
    ...(means.group === undefined ? {} : { group: means.group }),
  }
  const show = (answer: Answer) => {
    const open = openStore.get()
    if (open.id === whole.id) openStore.set(withAnswer(open, turn.id, side.id, answer))
  }
  const run = runAnswer({
    model: side.model,
    ask: (signal) => callStream(means.path, body, { signal, key: means.key }),
    onAnswer: show,
  })
  runs.add(run)
  runningStore.set(runs.size)
  const answer = await run.done
  runs.delete(run)
  runningStore.set(runs.size)
  await change(whole.id, (now) => withAnswer(now, turn.id, side.id, answer))
  await addFigures(whole.id, turn.id, side.id, answer)
}

/** What an answer cost, also one without a word, comes from its row in the log: without it nothing is said of it. */
const addFigures = async (conversationId: string, turnId: string, sideId: string, answer: Answer): Promise<void> => {
  const { requestId } = answer
  if (requestId === undefined) return
  const figures = await import('./figures.ts').then(({ figuresOf }) => figuresOf(requestId)).catch(() => undefined)
  if (figures === undefined) return
  await change(conversationId, (now) => withAnswer(now, turnId, sideId, { ...answer, ...figures }))
}

/** Changes a conversation that may have been left meanwhile. */
const change = async (id: string, make: (now: Conversation) => Conversation): Promise<void> => {
  const open = openStore.get()
  if (open.id === id) {
    openStore.set(make(open))
    keep(openStore.get())
    return
  }
  const kept = await findConversation(userId(), id)
  if (kept !== undefined) keep(make(kept))
}

const keep = (whole: Conversation): void => {
  keepConversation(userId(), whole).then(
    (isKept) => keepingStore.set(isKept ? 'kept' : 'forbidden'),
    () => keepingStore.set('full'),
  )
}
