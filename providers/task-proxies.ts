import type { TaskOperation } from '#protocols/task-platform.ts'
import { bearer, type Provider, splitAddress } from './provider.ts'
import { anyText } from './words.ts'

type TaskProxy = Pick<Provider, 'type' | 'name' | 'label' | 'headers'> & { operation: TaskOperation; models: string }

/** A service that an operator runs himself and that speaks as its clients do: only its address and key are told. */
const taskProxy = ({ type, name, label, headers, operation, models }: TaskProxy): Provider => ({
  type,
  name,
  label,
  baseUrl: '',
  keyHint: anyText,
  models: models.split(' '),
  operations: new Set([operation]),
  route: ({ baseUrl }, { model, path, query, protocol }) => ({
    ...splitAddress(`${baseUrl}${path}${query === '' ? '' : `?${query}`}`),
    dialect: protocol,
    model,
    modelInBody: false,
    fetchesUrls: false,
    defaultMaximumOutput: 0,
  }),
  headers,
})

const bySecret: Provider['headers'] = (_facts, key) => ['mj-api-secret', key]

const plainModels = 'mj_imagine mj_upscale mj_variation mj_reroll mj_blend mj_describe'
const plusModels =
  'mj_zoom mj_custom_zoom mj_shorten mj_modal mj_inpaint mj_pan mj_high_variation mj_low_variation mj_upload swap_face mj_video mj_edits'

export const taskProxies: readonly Provider[] = [
  taskProxy({
    type: 2,
    name: 'midjourney-proxy',
    label: 'Midjourney Proxy',
    operation: 'drawing_task',
    models: plainModels,
    headers: bySecret,
  }),
  taskProxy({
    type: 5,
    name: 'midjourney-proxy-plus',
    label: 'Midjourney Proxy Plus',
    operation: 'drawing_task',
    models: `${plainModels} ${plusModels}`,
    headers: bySecret,
  }),
  taskProxy({
    type: 36,
    name: 'suno-api',
    label: 'Suno API',
    operation: 'music_task',
    models: 'suno_music suno_lyrics',
    headers: bearer,
  }),
]
