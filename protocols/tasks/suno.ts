import { ProtocolError } from '../failure.ts'
import { isObject, type JsonObject, textAt } from '../json/json.ts'
import { readError } from '../openai-chat/error.ts'
import {
  type Medium,
  percentOf,
  type TaskNews,
  type TaskPlatform,
  TaskRefused,
  type TaskWish,
  textOr,
  timeAt,
} from '../task-platform.ts'

/** Clips lie where each service puts them; what their makers say of them, such as a title, has other names. */
const idsIn = (told: unknown): string[] => {
  if (Array.isArray(told)) return told.flatMap(idsIn)
  if (!isObject(told)) return []
  const own = [told.id, told.clip_id].filter((id) => typeof id === 'string')
  return [...own, ...Object.values(told).flatMap(idsIn)]
}

/** Songs and their words, in the way of the project that made them a service. */
export const suno: TaskPlatform = {
  name: 'suno',
  operation: 'music_task',
  list: 'tasks',
  paths: /^\/suno(?:\/|$)/,
  rows: [
    { method: 'POST', path: /^\/suno\/submit\/([^/]+)$/, act: { kind: 'submit', action: '' } },
    { method: 'POST', path: /^\/suno\/fetch$/, act: { kind: 'many' } },
    { method: 'GET', path: /^\/suno\/fetch\/([^/]+)$/, act: { kind: 'one' } },
    { method: 'GET', path: /^\/suno\/media\/([^/]+)$/, act: { kind: 'media' } },
  ],
  givesUpAfterSeconds: 3600,
  words: { missing: 'task_not_exist', channelGone: 'task_channel_disable', notDone: 'task_not_finished' },
  read: ({ action: word, body }): TaskWish => {
    const action = word.toUpperCase()
    if (action !== 'MUSIC' && action !== 'LYRICS') throw new TaskRefused('invalid_action')
    const prompt = textOr(body.prompt)
    if (action === 'LYRICS' && prompt === '') throw new TaskRefused('prompt_empty')
    const taskId = textOr(body.task_id)
    const made = clipsIn(body)
    const goesOn = made.length > 0
    if (goesOn && taskId === '') throw new TaskRefused('task_id_empty')
    const idea = textOr(body.gpt_description_prompt)
    return {
      action,
      model: `suno_${action.toLowerCase()}`,
      path: `/suno/submit/${action}`,
      body: action === 'MUSIC' && textOr(body.mv) === '' ? { ...body, mv: usualModel } : body,
      prompt: prompt || idea,
      texts: [prompt, idea, body.title, body.tags, body.negative_tags].filter((each) => typeof each === 'string'),
      follows: goesOn ? { taskId, mustBeDone: false, made } : undefined,
    }
  },
  submitted: (answer) => {
    if (!isObject(answer) || typeof answer.code !== 'string') throw new ProtocolError('answer', 'has no code')
    const { code, message, data } = answer
    if (code !== 'success') {
      const reason = textOr(message) || code
      const told = { code, message: reason, data: null }
      return { kind: 'declined', code: 0, reason, status: 500, answer: told, blamesChannel: false }
    }
    if (typeof data !== 'string' || data === '') throw new ProtocolError('answer', 'names no task')
    return {
      kind: 'accepted',
      taskId: data,
      code: 1,
      news: { ...nothingYet, status: 'SUBMITTED' },
      answer: { code, message: textOr(message), data },
    }
  },
  poll: {
    mostAtOnce: 100,
    ask: (ids) => ({ method: 'POST', path: '/suno/fetch', body: { ids } }),
    read: (answer) => {
      const found = isObject(answer) && answer.code === 'success' ? answer.data : undefined
      if (!Array.isArray(found)) throw new ProtocolError('answer', 'lists no tasks')
      return found.flatMap((task) => {
        const taskId = textAt(task, 'task_id')
        return isObject(task) && taskId !== undefined ? [{ ...newsOf(task), taskId }] : []
      })
    },
  },
  write: {
    task: (task) => ({
      task_id: task.taskId,
      action: task.action,
      status: task.status,
      fail_reason: task.failReason,
      submit_time: seconds(task.submitTime),
      start_time: seconds(task.startTime),
      finish_time: seconds(task.finishTime),
      progress: task.progress,
      data: task.data.data ?? null,
    }),
    one: (task) => ({ code: 'success', message: '', data: task }),
    many: (tasks) => ({ code: 'success', message: '', data: tasks }),
  },
  hidesMedia: () => false,
  made: idsIn,
  media: ({ data }) => (Array.isArray(data) ? data.flatMap(mediaOfClip) : []),
  mediaPath: (taskId) => `/suno/media/${encodeURIComponent(taskId)}`,
  error: {
    read: readError,
    write: ({ code, message }) => Buffer.from(JSON.stringify({ code, message, data: null })),
  },
}

/** What is meant where a client names none. */
const usualModel = 'chirp-v3-0'

const nothingYet = { progress: '0%', failReason: '', data: {}, startTime: 0, finishTime: 0, outcome: 'open' } as const

const statuses = new Set(['NOT_START', 'SUBMITTED', 'QUEUED', 'IN_PROGRESS', 'SUCCESS', 'FAILURE'])

const newsOf = (task: JsonObject): TaskNews => {
  const told = textOr(task.status).toUpperCase()
  const failReason = textOr(task.fail_reason)
  const hasFailed = told === 'FAILURE' || (failReason !== '' && told !== 'SUCCESS')
  const outcome = hasFailed ? 'failed' : told === 'SUCCESS' ? 'done' : 'open'
  return {
    status: hasFailed ? 'FAILURE' : statuses.has(told) ? told : 'UNKNOWN',
    progress: outcome === 'open' ? percentOf(task.progress) : '100%',
    failReason,
    data: { data: task.data ?? null },
    startTime: timeAt(task, 'start_time', 1000),
    finishTime: timeAt(task, 'finish_time', 1000),
    outcome,
  }
}

/** A song is gone on with, covered, sung anew: the service has a member for each, and all of them name clips. */
const clipsIn = (body: JsonObject): string[] =>
  Object.entries(body)
    .filter(([name]) => /clip_?ids?$/i.test(name))
    .flatMap(([, value]) => value)
    .filter((id) => typeof id === 'string' && id !== '')
    .map(String)

const clipMedia = [
  ['audio', 'audio_url'],
  ['image', 'image_url'],
  ['video', 'video_url'],
] as const

const mediaOfClip = (clip: unknown): Medium[] =>
  clipMedia.flatMap(([kind, member]) => {
    const url = textAt(clip, member)
    return url === undefined ? [] : [{ kind, url }]
  })

const seconds = (ms: number): number => Math.floor(ms / 1000)
