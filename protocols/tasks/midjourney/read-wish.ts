import type { JsonObject } from '../../json/json.ts'
import { type ReadOption, TaskRefused, type TaskWish, textOr } from '../../task-platform.ts'
import { actionOfButton, modelOfAction, readSimpleChange } from './actions.ts'

type Found = { action: string; follows?: TaskWish['follows'] }

/** What is asked for at each path, and the task it is done with. */
const readers: Readonly<Record<string, (body: JsonObject, mustBeDone: boolean) => Found>> = {
  '/submit/imagine': (body) => {
    demand(body, 'prompt', 'prompt_is_required')
    return { action: 'IMAGINE' }
  },
  '/submit/describe': () => ({ action: 'DESCRIBE' }),
  '/submit/blend': () => ({ action: 'BLEND' }),
  '/submit/shorten': (body) => {
    demand(body, 'prompt', 'prompt_is_required')
    return { action: 'SHORTEN' }
  },
  '/submit/upload-discord-images': () => ({ action: 'UPLOAD' }),
  '/submit/edits': () => ({ action: 'EDITS' }),
  '/submit/video': (body, mustBeDone) => {
    const taskId = textOr(body.taskId)
    return taskId === '' ? { action: 'VIDEO' } : { action: 'VIDEO', follows: { taskId, mustBeDone } }
  },
  '/insight-face/swap': (body) => {
    demand(body, 'sourceBase64', 'sour_base64_and_target_base64_is_required')
    demand(body, 'targetBase64', 'sour_base64_and_target_base64_is_required')
    return { action: 'SWAP_FACE' }
  },
  '/submit/change': (body, mustBeDone) => {
    const taskId = demand(body, 'taskId', 'task_id_is_required')
    const action = demand(body, 'action', 'action_is_required').toUpperCase()
    if (!changes.has(action)) throw new TaskRefused('unknown_action')
    if (action !== 'REROLL' && !isIndex(body.index)) throw new TaskRefused('index_is_required')
    return { action, follows: { taskId, mustBeDone } }
  },
  '/submit/simple-change': (body, mustBeDone) => {
    const { taskId, action } = readSimpleChange(demand(body, 'content', 'content_is_required'))
    return { action, follows: { taskId, mustBeDone } }
  },
  '/submit/action': (body, mustBeDone) => {
    const taskId = demand(body, 'taskId', 'task_id_is_required')
    const action = actionOfButton(demand(body, 'customId', 'custom_id_is_required'))
    return { action, follows: { taskId, mustBeDone } }
  },
  // What waits for its window is not done yet.
  '/submit/modal': (body) => ({
    action: 'MODAL',
    follows: { taskId: demand(body, 'taskId', 'task_id_is_required'), mustBeDone: false },
  }),
}

export const submitPaths = Object.keys(readers)

export const readWish = ({
  action: place,
  body,
  option,
}: {
  action: string
  body: JsonObject
  option: ReadOption
}): TaskWish => {
  const { action, follows } = readers[place]?.(body, option('MjActionCheckSuccessEnabled') === true) ?? unknown()
  const prompt = textOr(body.prompt)
  const takesNotices = option('MjNotifyEnabled') === true
  return {
    action,
    model: modelOfAction(action),
    path: `/mj${place}`,
    body: cleaned(body, option),
    prompt: prompt || textOr(body.content),
    texts: [prompt],
    follows,
    // Where the client wants to be told itself, its upstream tells nobody else.
    ...(takesNotices && textOr(body.notifyHook) === '' ? { noticeMember: 'notifyHook' } : {}),
  }
}

const unknown = (): never => {
  throw new TaskRefused('unknown_action')
}

const changes = new Set(['UPSCALE', 'VARIATION', 'REROLL'])

const isIndex = (value: unknown): boolean => typeof value === 'number' && value >= 1 && value <= 4

const demand = (body: JsonObject, member: string, code: string): string => {
  const text = textOr(body[member])
  if (text === '') throw new TaskRefused(code)
  return text
}

/** What the operator does not let through: the choice of an account, being told, speeds that cost him more. */
const cleaned = (body: JsonObject, option: ReadOption): JsonObject => {
  const { accountFilter, notifyHook, prompt, ...rest } = body
  const text = typeof prompt === 'string' && option('MjModeClearEnabled') === true ? withoutModes(prompt) : prompt
  return {
    ...rest,
    ...(text === undefined ? {} : { prompt: text }),
    ...(accountFilter !== undefined && option('MjAccountFilterEnabled') === true ? { accountFilter } : {}),
    ...(notifyHook !== undefined && option('MjNotifyEnabled') === true ? { notifyHook } : {}),
  }
}

const withoutModes = (prompt: string): string => prompt.replace(/--(?:fast|relax|turbo)\b/gi, '').trim()
