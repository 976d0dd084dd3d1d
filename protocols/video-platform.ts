import { ProtocolError } from './failure.ts'
import { isObject, type JsonObject, textAt } from './json/json.ts'
import { chatErrors } from './openai-chat/error.ts'
import { type PolledPlatform, type TaskNews, textOr, type UpstreamAsk } from './task-platform.ts'

/** A film as its client wishes it. */
export type VideoWish = {
  /** By the name its upstream has for it. */
  model: string
  prompt: string
  seconds: number
  size: VideoSize | undefined
  /** What it begins with: an address, or the picture itself in a `data:` address. */
  picture: string | undefined
  /** Whatever else the client said; each upstream takes of it what it knows and what costs nothing. */
  rest: JsonObject
}

export type VideoSize = { width: number; height: number }

/** What can be had of a film. */
export type VideoVariant = 'video' | 'thumbnail' | 'spritesheet'

/** Where that is. */
export type VideoPlace =
  /** At the channel that made it, for whoever shows its key. */
  | { kind: 'kept'; path: string }
  /** Where the upstream says, for everybody. */
  | { kind: 'address'; url: string }
  /** The channel tells the address when it is asked. */
  | { kind: 'asked'; ask: UpstreamAsk; read: (answer: unknown) => string | undefined }

/** The film that was made, as the first word of it has it. */
export type VideoBegun = TaskNews & { taskId: string }

/**
 * How a vendor makes films: pure functions over what is asked of it and what it says. It is one file in
 * `providers/videos/` and one line in its index. Clients are answered in one dialect, whoever makes the film.
 */
export type VideoPlatform = PolledPlatform & {
  /** The providers that speak it, by name. */
  vendors: readonly string[]
  /** What is said in every request beside the credentials, names and values in turn. */
  headers?: readonly string[]
  /** How long a film gets for which its client named no length. */
  usualSeconds: (model: string) => number
  /** Undefined: it speaks the clients' own dialect, and is given their requests as they came. */
  write?: (wish: VideoWish) => UpstreamAsk
  /** Throws a `ProtocolError` where it is no answer to that. */
  begun: (answer: unknown, model: string) => VideoBegun
  place: (film: { taskId: string; data: JsonObject }, variant: VideoVariant) => VideoPlace | undefined
  /** Makes another one of a film; what is missing it cannot. */
  follow?: Readonly<Partial<Record<VideoFollowing, (taskId: string, body: JsonObject) => UpstreamAsk>>>
  /** Deletes one that is finished; undefined: it forgets them by itself. */
  remove?: (taskId: string) => UpstreamAsk
}

/** What they have in common. */
export const videoBasics = {
  operation: 'video_task',
  givesUpAfterSeconds: 3600,
  error: chatErrors,
} as const satisfies Partial<VideoPlatform>

/** What is told of a film that has come so far; the statuses are those of every list. */
export const videoNews = (
  status: 'QUEUED' | 'IN_PROGRESS' | 'SUCCESS' | 'FAILURE',
  data: JsonObject,
  more: Partial<Pick<TaskNews, 'progress' | 'failReason' | 'startTime' | 'finishTime'>> = {},
): TaskNews => ({
  status,
  progress: status === 'SUCCESS' || status === 'FAILURE' ? '100%' : '0%',
  failReason: '',
  data,
  startTime: 0,
  finishTime: 0,
  outcome: status === 'SUCCESS' ? 'done' : status === 'FAILURE' ? 'failed' : 'open',
  ...more,
})

/** The member that has the id, a text or a number. */
export const idIn = (answer: unknown, member: string): string => {
  const id = isObject(answer) ? answer[member] : undefined
  if (typeof id === 'number' && Number.isSafeInteger(id)) return String(id)
  if (typeof id !== 'string' || id === '') throw new ProtocolError('answer', 'names no video')
  return id
}

/** Why nothing came of it. */
export const reasonIn = (value: unknown, otherwise = 'the video failed'): string =>
  textAt(value, 'message') ?? (textOr(isObject(value) ? value.code : undefined) || otherwise)

/** `16:9` and the like, of what a size is nearest to. */
export const shapeOf = ({ width, height }: VideoSize): string => {
  const shapes = [
    ['16:9', 16 / 9],
    ['9:16', 9 / 16],
    ['1:1', 1],
    ['4:3', 4 / 3],
    ['3:4', 3 / 4],
  ] as const
  const distance = (shape: number) => Math.abs(Math.log(width / height / shape))
  return shapes.reduce((nearest, each) => (distance(each[1]) < distance(nearest[1]) ? each : nearest))[0]
}

/** By the number of its lines. */
export const resolutionOf = ({ width, height }: VideoSize): '480p' | '720p' | '1080p' => {
  const lines = Math.min(width, height)
  return lines >= 1000 ? '1080p' : lines >= 700 ? '720p' : '480p'
}

/** The picture as text without its type, and its type; undefined where it is an address. */
export const inlinePicture = (picture: string): { mediaType: string; base64: string } | undefined => {
  const [, mediaType, base64] = /^data:(image\/[\w.+-]+);base64,([A-Za-z\d+/=]+)$/.exec(picture) ?? []
  return mediaType === undefined || base64 === undefined ? undefined : { mediaType, base64 }
}

/** Only what is there. */
export const present = (members: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))

/** Those of them that are there, by name. */
export const chosen = (members: JsonObject, names: readonly string[]): JsonObject =>
  present(Object.fromEntries(names.map((name) => [name, members[name]])))

/** How a film is made of another: told anew, changed, or with more behind it. */
export type VideoFollowing = 'remix' | 'edit' | 'extend'
