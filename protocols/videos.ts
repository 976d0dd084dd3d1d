import { ProtocolError } from './failure.ts'
import type { Form } from './form.ts'
import { type JsonObject, textAt } from './json/json.ts'
import { namedThings } from './named-things.ts'
import { textOr } from './task-platform.ts'
import type { VideoSize, VideoVariant, VideoWish } from './video-platform.ts'

/** What a path of films is for. */
export type VideoAct =
  | 'create'
  | 'remix'
  | 'edit'
  | 'extend'
  | 'list'
  | 'one'
  | 'fetch'
  | 'content'
  | 'media'
  | 'delete'

/** As what its clients know a film: by itself, or as a long-running operation. */
export type VideoWords = 'film' | 'operation'

/** The model that is meant where a client names none. */
export const usualVideoModel = 'sora-2'

/** What is told again of a wish with every word about its film. */
export type AskedVideo = {
  model: string
  seconds: number | undefined
  size: string | undefined
  remixedFrom: string | undefined
}

/** As its client asks for it, in JSON or in a form with the picture as a file. Throws a `ProtocolError`. */
export const readVideoWish = (body: JsonObject, form: FormWithFiles | undefined): AskedFor => {
  for (const name of multipliers) {
    if (body[name] !== undefined)
      throw new ProtocolError(name, 'is not taken: a call makes one video of so many "seconds"')
  }
  const named = nobodys.find((name) => body[name] !== undefined) ?? namedThings(body)?.[0]?.place
  if (named !== undefined)
    throw new ProtocolError(named, 'names what is kept elsewhere: a video begins with an image itself')
  const { model, prompt, seconds, size, input_reference: reference, [formPicture]: inForm, ...rest } = body
  if (typeof prompt !== 'string' || prompt === '') throw new ProtocolError('prompt', 'must be a non-empty text')
  return {
    model: textOr(model),
    prompt,
    seconds: secondsOf(seconds),
    size: sizeOf(size),
    picture: pictureIn(form) ?? pictureOf(reference ?? (inForm === undefined ? undefined : { image_url: inForm })),
    rest,
  }
}

type FormWithFiles = { files: Form['files']; bytes: Buffer }
type AskedFor = Omit<VideoWish, 'seconds'> & { seconds: number | undefined }

/** By these some upstreams are told to make a longer film, or several: nobody would pay for that. */
const multipliers = [
  ...['n', 'duration', 'durationSeconds', 'duration_seconds', 'frames', 'num_frames'],
  ...['sampleCount', 'numberOfVideos', 'number_of_videos'],
]

/** What names what somebody keeps at an upstream, where an account is everybody's. */
const nobodys = ['video', 'video_id', 'characters']

/** An object in a form. */
const formPicture = 'input_reference[image_url]'

const mostSeconds = 600

/** As they are named in a request, or in an upstream's answer. */
export const secondsOf = (told: unknown): number | undefined => {
  if (told === undefined || told === null) return undefined
  const seconds = typeof told === 'string' && /^\d{1,3}$/.test(told) ? Number(told) : told
  if (typeof seconds !== 'number' || !Number.isInteger(seconds) || seconds < 1 || seconds > mostSeconds) {
    throw new ProtocolError('seconds', `must be a whole number from 1 to ${mostSeconds}`)
  }
  return seconds
}

const sizeOf = (told: unknown): VideoSize | undefined => {
  if (told === undefined || told === null) return undefined
  const [, width, height] = /^([1-9]\d{1,4})x([1-9]\d{1,4})$/.exec(textOr(told)) ?? []
  if (width === undefined || height === undefined) throw new ProtocolError('size', 'must be like 1280x720')
  return { width: Number(width), height: Number(height) }
}

const pictureOf = (reference: unknown): string | undefined => {
  if (reference === undefined || reference === null) return undefined
  const url = typeof reference === 'string' ? reference : textAt(reference, 'image_url')
  if (url === undefined || !/^(?:https?:\/\/|data:image\/)/i.test(url)) {
    throw new ProtocolError('input_reference', 'must be an image or its address')
  }
  return url
}

const pictureIn = (form: FormWithFiles | undefined): string | undefined => {
  const file = form?.files.find(({ name }) => name === 'input_reference')
  if (form === undefined || file === undefined) return undefined
  if (!/^image\/[\w.+-]+$/.test(file.mediaType)) throw new ProtocolError('input_reference', 'must be an image')
  return `data:${file.mediaType};base64,${form.bytes.toString('base64', file.start, file.end)}`
}

/** Which of the things that can be had of a film is asked for. */
export const readVariant = (told: string | null): VideoVariant => {
  if (told === null || told === 'video') return 'video'
  if (told === 'thumbnail' || told === 'spritesheet') return told
  throw new ProtocolError('variant', 'must be video, thumbnail or spritesheet')
}

type ToldVideo = {
  taskId: string
  status: string
  progress: string
  prompt: string
  failReason: string
  submitTime: number
  finishTime: number
  data: JsonObject
}

/** A film as its client is told of it, whoever makes it. */
export const tellVideo = (film: ToldVideo, { model, seconds, size, remixedFrom }: AskedVideo): JsonObject => {
  const { taskId, status, progress, prompt, failReason, submitTime, finishTime, data } = film
  return {
    id: taskId,
    object: 'video',
    created_at: inSeconds(submitTime),
    status: statuses[status] ?? 'queued',
    completed_at: status === 'SUCCESS' && finishTime > 0 ? inSeconds(finishTime) : null,
    expires_at: typeof data.expires_at === 'number' ? data.expires_at : null,
    error:
      status === 'FAILURE'
        ? { code: textAt(data.error, 'code') ?? 'video_generation_failed', message: failReason }
        : null,
    model,
    progress: Number(progress.replace('%', '')) || 0,
    prompt,
    remixed_from_video_id: remixedFrom ?? null,
    seconds: seconds === undefined ? null : String(seconds),
    size: size ?? null,
  }
}

const statuses: Readonly<Record<string, string>> = {
  IN_PROGRESS: 'in_progress',
  SUCCESS: 'completed',
  FAILURE: 'failed',
}

const inSeconds = (ms: number): number => Math.floor(ms / 1000)
