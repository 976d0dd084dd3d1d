import type { Channel, ListedChannel } from '#contract/channels.ts'
import type { ProviderCard } from '#contract/providers.ts'
import { ChannelsPage } from '../features/channels/channels-page.tsx'
import { ChannelPage } from '../features/channels/record/channel-page.tsx'
import { answerCalls, granted } from './answer-calls.ts'
import { renderPage } from './render-page.tsx'
import { sampleChannel } from './sample-channel.ts'
import { screen, within } from './screen.ts'

const sampleProvider = (
  type: number,
  label: string,
  models: string[],
  changes: Partial<ProviderCard> = {},
): ProviderCard => ({
  type,
  name: label.toLowerCase(),
  label,
  mark: '',
  base_url: `https://${label.toLowerCase()}.example`,
  base_url_required: false,
  base_url_whole: false,
  key_hint: 'key',
  key_is_document: false,
  other_label: '',
  other_hint: '',
  other_default: '',
  organization_hint: '',
  models,
  lists_models: true,
  tells_balance: true,
  dialects: [],
  ...changes,
})

export const noRun = {
  running: false,
  total: 0,
  done: 0,
  failed: 0,
  disabled: 0,
  enabled: 0,
  started_at: 0,
  finished_at: 0,
  channel: 0,
}

export const answersBeside: Parameters<typeof answerCalls>[0] = {
  'GET /api/providers': () => ({
    body: granted([sampleProvider(1, 'First', ['one']), sampleProvider(40, 'Second', ['two'])]),
  }),
  'GET /api/channel/runs': () => ({ body: granted({ test: noRun, balance: noRun }) }),
  'GET /api/channel/:id/card': () => ({
    body: granted({ card: null, plan: { models: 0, calls: 0, quota: 0, unpriced: 0 }, run: noRun }),
  }),
  'GET /api/channel/models': () => ({ body: granted([{ id: 'one' }, { id: 'two' }]) }),
  'GET /api/group/': () => ({ body: granted(['default', 'vip']) }),
  'GET /api/health/channels': () => ({ body: granted({ since: 1, channels: [], models: [], groups: [] }) }),
}

/** Draws the list of channels at an address, in front of a server that has these. */
export const openChannels = async (
  path: string,
  rows: ListedChannel[],
  others: Parameters<typeof answerCalls>[0] = {},
) => {
  const calls = answerCalls({
    'GET /api/channel/': () => ({ body: granted({ items: rows, page: 1, page_size: 10, total: rows.length }) }),
    ...answersBeside,
    ...others,
  })
  const page = await renderPage(<ChannelsPage />, { path, route: '/channel/edit/$id', areas: ['channels', 'entries'] })
  await screen.findAllByText('main')
  return { ...page, calls }
}

/** Draws the page of a channel, in front of a server that has it. */
export const openChannelPage = async (channel: Channel, others: Parameters<typeof answerCalls>[0] = {}) => {
  const calls = answerCalls({
    [`GET /api/channel/${channel.id}`]: () => ({ body: granted({ ...channel }) }),
    ...answersBeside,
    ...others,
  })
  const page = await renderPage(<ChannelPage />, {
    ...{ path: `/channel/${channel.id}`, route: '/channel/$id' },
    areas: ['channels', 'cards', 'logs', 'dashboard', 'audit'],
  })
  return { ...page, calls }
}

/** The form of a new channel, with its provider chosen. */
export const openChannelForm = async (others: Parameters<typeof answerCalls>[0] = {}) => {
  const page = await openChannels('/channel/add', [sampleChannel()], others)
  const drawer = within(await screen.findByRole('dialog'))
  await page.user.click(await drawer.findByRole('button', { name: 'Second' }))
  return { ...page, drawer, key: () => drawer.getByRole<HTMLTextAreaElement>('textbox', { name: /^Key/ }) }
}

/** What was sent to change something. */
export const changesOf = ({ calls }: { calls: ReturnType<typeof answerCalls> }) =>
  calls.flatMap(({ method, path, body }) => (method === 'GET' || path === '/api/providers/guess' ? [] : [body]))
