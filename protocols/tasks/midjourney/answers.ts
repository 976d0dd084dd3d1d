import { ProtocolError } from '../../failure.ts'
import { isObject, type JsonObject, objectAt, textAt } from '../../json/json.ts'
import {
  type Medium,
  percentOf,
  type Submitted,
  type TaskNews,
  type TaskWish,
  type ToldTask,
  textOr,
  timeAt,
} from '../../task-platform.ts'

/** Answers to handing in: taken, waiting for a window to be filled in, queued. */
const codes = { submitted: 1, waiting: 21, queued: 22 } as const
const codeOfNoAccount = 3

/** Clients open a window for these when they read 21; of the others they only want to know that all is well. */
const opensWindow = new Set(['INPAINT', 'CUSTOM_ZOOM'])

export const readSubmitted = (answer: unknown, wish: TaskWish): Submitted => {
  if (!isObject(answer) || typeof answer.code !== 'number') throw new ProtocolError('answer', 'has no code')
  const { code, description, result } = answer
  const isAccepted = code === codes.submitted || code === codes.waiting || code === codes.queued
  if (!isAccepted) {
    const reason = textOr(description)
    const blamesChannel = code === codeOfNoAccount || /no available account instance|无可用的账号实例/.test(reason)
    return { kind: 'declined', code, reason, status: 200, answer, blamesChannel }
  }
  const isUpload = wish.action === 'UPLOAD'
  if (!isUpload && (typeof result !== 'string' || result === '')) throw new ProtocolError('answer', 'names no task')
  const told = code === codes.waiting && opensWindow.has(wish.action) ? code : codes.submitted
  return {
    kind: 'accepted',
    taskId: typeof result === 'string' && result !== '' ? result : undefined,
    code,
    news: isUpload ? finished({ result }) : firstNews(code, objectAt(answer, 'properties')),
    answer: { ...answer, code: told },
  }
}

const firstNews = (code: number, properties: JsonObject = {}): TaskNews => {
  if (code === codes.waiting && properties.status === 'SUCCESS') {
    return finished({ imageUrl: textOr(properties.imageUrl), properties })
  }
  const status = code === codes.waiting ? 'MODAL' : code === codes.queued ? 'SUBMITTED' : 'NOT_START'
  return { ...untold, status, data: { properties } }
}

const untold = { progress: '0%', failReason: '', startTime: 0, finishTime: 0, outcome: 'open' } as const

const finished = (data: JsonObject): TaskNews => ({
  ...untold,
  status: 'SUCCESS',
  progress: '100%',
  data,
  outcome: 'done',
})

/** What is kept of a task beside what every platform has; masks and pictures in full are not. */
const keptMembers = [
  'customId',
  'botType',
  'promptEn',
  'description',
  'state',
  'imageUrl',
  'videoUrl',
  'videoUrls',
  'buttons',
  'properties',
] as const

export const readTasks = (answer: unknown): (TaskNews & { taskId: string })[] => {
  if (!Array.isArray(answer)) throw new ProtocolError('answer', 'lists no tasks')
  return answer.flatMap((task) => {
    const taskId = textAt(task, 'id')
    return isObject(task) && taskId !== undefined ? [{ ...newsOf(task), taskId }] : []
  })
}

const newsOf = (task: JsonObject): TaskNews => {
  const status = textOr(task.status)
  const progress = percentOf(task.progress)
  const failReason = textOr(task.failReason)
  const hasFailed = endings.has(status) || (failReason !== '' && progress !== '100%')
  const outcome = hasFailed ? 'failed' : status === 'SUCCESS' ? 'done' : 'open'
  return {
    status: hasFailed ? 'FAILURE' : status || 'NOT_START',
    progress: outcome === 'open' ? progress : '100%',
    failReason,
    data: Object.fromEntries(keptMembers.flatMap((name) => (task[name] === undefined ? [] : [[name, task[name]]]))),
    startTime: timeAt(task, 'startTime', 1),
    finishTime: timeAt(task, 'finishTime', 1),
    outcome,
  }
}

const endings = new Set(['FAILURE', 'CANCEL'])

/** `addresses`: where what was made is seen instead, in its order. */
export const writeTask = (task: ToldTask, addresses: readonly string[] | undefined): JsonObject => {
  const { data } = task
  const media = mediaOf(data).map(({ kind, url }, place) => ({ kind, url: addresses?.[place] ?? url }))
  const films = media.filter(({ kind }) => kind === 'video').map(({ url }) => ({ url }))
  return {
    id: task.taskId,
    action: task.action,
    customId: textOr(data.customId),
    botType: textOr(data.botType),
    prompt: task.prompt,
    promptEn: textOr(data.promptEn),
    description: textOr(data.description),
    state: textOr(data.state),
    submitTime: task.submitTime,
    startTime: task.startTime,
    finishTime: task.finishTime,
    imageUrl: media.find(({ kind }) => kind === 'image')?.url ?? '',
    ...(films[0] === undefined ? {} : { videoUrl: films[0].url, videoUrls: films }),
    status: task.status,
    progress: task.progress,
    failReason: task.failReason,
    buttons: data.buttons ?? [],
    properties: data.properties ?? {},
  }
}

export const mediaOf = ({ imageUrl, videoUrl, videoUrls }: JsonObject): Medium[] => {
  const films = Array.isArray(videoUrls) ? videoUrls.flatMap((film) => textAt(film, 'url') ?? []) : []
  const all: Medium[] = [
    { kind: 'image', url: textOr(imageUrl) },
    ...[...new Set([textOr(videoUrl), ...films])].map((url): Medium => ({ kind: 'video', url })),
  ]
  return all.filter(({ url }) => url !== '')
}
