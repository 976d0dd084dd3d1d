import { type ClientError, ProtocolError, type UpstreamProblem } from './failure.ts'
import type { JsonObject } from './json/json.ts'

/** What channels of a platform can do, as providers tell it. */
export type TaskOperation = `${string}_task`

/** What a path of a platform is for. */
export type TaskAct =
  /** Hands work in. `action` is the word that its path has for it. */
  | { kind: 'submit'; action: string }
  /** Tells of one task, by the id in the path. */
  | { kind: 'one' }
  /** Tells of several, by the ids in the body. */
  | { kind: 'many' }
  /** Asks the task's own upstream what only it knows. */
  | { kind: 'ask' }
  /** What was made, for whoever has a signed address. */
  | { kind: 'media' }
  /** An upstream tells that there is something new. */
  | { kind: 'notice' }

type TaskRow = { method: 'GET' | 'POST'; path: RegExp; act: TaskAct }

export type UpstreamAsk = { method: 'GET' | 'POST' | 'DELETE'; path: string; body?: JsonObject }

/** The operator's options, by key. */
export type ReadOption = (key: string) => unknown

/** What is handed in, after everything about it has been found in order. */
export type TaskWish = {
  /** By the name it is listed under. */
  action: string
  /** By which it is priced and finds its channel. */
  model: string
  /** Where it goes, and what goes there. */
  path: string
  body: JsonObject
  /** How it is shown in a list. */
  prompt: string
  /** What its upstream makes of words. */
  texts: readonly string[]
  /** The task it goes on from: only the account that made it knows it. `made`: ids of what that task has made. */
  follows?: { taskId: string; mustBeDone: boolean; made?: readonly string[] } | undefined
  /** The member in which its upstream may be given the address for its notices. */
  noticeMember?: string
}

export type TaskNews = {
  status: string
  progress: string
  failReason: string
  /** What is kept of the upstream's words. */
  data: JsonObject
  /** Milliseconds; 0: not known. */
  startTime: number
  finishTime: number
  outcome: 'open' | 'done' | 'failed'
}

/** What came of handing in. */
export type Submitted =
  | {
      kind: 'accepted'
      /** Undefined: it has none, and nothing more will be heard of it. */
      taskId: string | undefined
      code: number
      news: TaskNews
      /** For the client. */
      answer: JsonObject
    }
  /** It was not taken, which costs nothing. */
  | { kind: 'declined'; code: number; reason: string; status: number; answer: JsonObject; blamesChannel: boolean }

/** A task as a client is told of it. */
export type ToldTask = {
  taskId: string
  action: string
  status: string
  progress: string
  prompt: string
  failReason: string
  submitTime: number
  startTime: number
  finishTime: number
  data: JsonObject
}

export type Medium = { kind: 'image' | 'audio' | 'video'; url: string }

/** How an upstream is asked how far work has come. */
export type PolledPlatform = {
  /** Under which its tasks are stored. */
  name: string
  operation: TaskOperation
  /** Where its clients put their key, besides `authorization`. */
  keyHeader?: string
  /** What an upstream has not finished by then, it never will. */
  givesUpAfterSeconds: number
  poll: {
    mostAtOnce: number
    ask: (taskIds: readonly string[]) => UpstreamAsk
    /** Those it knows, each with its id; `taskIds` are those that were asked about. */
    read: (answer: unknown, taskIds: readonly string[]) => readonly (TaskNews & { taskId: string })[]
  }
  error: { read: (status: number, bytes: Buffer) => UpstreamProblem; write: (error: ClientError) => Buffer }
}

/**
 * A kind of work that is handed in now and finished later: pure functions over what client and upstream say, who speak
 * the same. It is one file in this folder's `tasks/` and one line in its index.
 */
export type TaskPlatform = PolledPlatform & {
  /** The list of the console that its tasks stand in. */
  list: 'drawings' | 'tasks'
  /** Its paths: whoever asks below them is answered in its dialect. */
  paths: RegExp
  rows: readonly TaskRow[]
  /** The codes of what can be wrong with a task that is named. */
  words: { missing: string; channelGone: string; notDone: string }
  /** Throws a `TaskRefused` where something is missing. */
  read: (asked: { action: string; body: JsonObject; option: ReadOption }) => TaskWish
  /** Throws a `ProtocolError` where it is no answer to that. */
  submitted: (answer: unknown, wish: TaskWish) => Submitted
  /** For the act `ask`. */
  question?: (taskId: string) => UpstreamAsk
  write: {
    /** `addresses`: where its media are seen, in their order; undefined: where the upstream said. */
    task: (task: ToldTask, addresses: readonly string[] | undefined) => JsonObject
    one: (task: JsonObject) => unknown
    many: (tasks: readonly JsonObject[]) => unknown
  }
  /** The ids of what a task has made, from what was told of it: only these can be gone on with. */
  made?: (data: JsonObject) => readonly string[]
  /** Whether clients are given addresses of our own for what was made. */
  hidesMedia: (option: ReadOption) => boolean
  media: (data: JsonObject) => readonly Medium[]
  /** The path below which media are seen, by the task's id. */
  mediaPath: (taskId: string) => string
  /** Where upstreams send their notices. */
  noticePath?: string
  /** The task that a notice is about. */
  noticed?: (body: JsonObject) => string | undefined
}

/** A request that its platform does not take; the code is what its clients know it by. */
export class TaskRefused extends ProtocolError {
  readonly code: string
  readonly status: number

  constructor(code: string, status = 400) {
    super(code, 'refused')
    this.code = code
    this.status = status
  }
}

/** What is told of times in seconds or milliseconds; 0 where there is none. */
export const timeAt = (value: JsonObject, member: string, unitMs: number): number => {
  const time = value[member]
  return typeof time === 'number' && Number.isFinite(time) && time > 0 ? Math.floor(time * unitMs) : 0
}

export const textOr = (value: unknown, otherwise = ''): string => (typeof value === 'string' ? value : otherwise)

/** A percentage as every list shows it. */
export const percentOf = (value: unknown): string => {
  const text = typeof value === 'number' ? String(value) : textOr(value)
  const found = /^\s*(\d{1,3})(?:\.\d+)?\s*%?\s*$/.exec(text)?.[1]
  return found === undefined ? '0%' : `${Math.min(100, Number(found))}%`
}
