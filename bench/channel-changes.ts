import type { ChannelChangeInput } from '#contract/channels.ts'
import type { ControlPlane } from '#server/api/control-plane.ts'
import type { Channel } from '#server/domain/channels/channel.ts'
import type { AnsweringUpstream } from '#testing/answering-upstream.ts'
import { pathOf, population } from './fill-lists.ts'
import { chatBody, plainModel } from './requests.ts'

type Arrived = AnsweringUpstream['calls'][number]

/** A change of one channel, and how the relay's next call tells that it goes by it. */
export type ChannelChange = {
  name: string
  /** Of the channel that serves first, or of one that serves later. */
  of: 'first' | 'another'
  wish: (channel: Channel, number: number) => Omit<ChannelChangeInput, 'id'>
  isLive: (arrived: Arrived, changed: Channel, number: number) => boolean
}

const wentTo = ({ path }: Arrived, { id }: Channel): boolean => path.startsWith(`${pathOf(id)}/`)
const keyOf = (number: number) => `sk-another-${number}`

export const channelChanges: readonly ChannelChange[] = [
  {
    name: 'a channel comes first',
    of: 'another',
    wish: (_channel, number) => ({ priority: population.channels + number }),
    isLive: wentTo,
  },
  {
    name: 'the first channel gets another key',
    of: 'first',
    wish: (_channel, number) => ({ key: keyOf(number) }),
    isLive: ({ headers }, _changed, number) => headers.authorization === `Bearer ${keyOf(number)}`,
  },
  {
    name: 'the first channel gives up a model',
    of: 'first',
    wish: ({ models }) => ({ models: models.filter((model) => model !== plainModel).join(',') }),
    isLive: (arrived, changed) => !wentTo(arrived, changed),
  },
  {
    name: 'the first channel is switched off',
    of: 'first',
    wish: () => ({ status: 2 }),
    isLive: (arrived, changed) => !wentTo(arrived, changed),
  },
]

const changesWarm = 5
const changesMeasured = 50

type Relay = { url: string; key: string; upstream: AnsweringUpstream }

/**
 * Milliseconds of processor time that each change costs the thread of the event loop, until the relay knows whom to
 * call. Each has effect at once.
 */
export const measureChange = async (
  { channels, domain }: ControlPlane,
  { name, of, wish, isLive }: ChannelChange,
  relay: Relay,
): Promise<number[]> => {
  const actor = { id: 1, name: 'root', address: '127.0.0.1' }
  const times: number[] = []
  for (let number = 0; number < changesWarm + changesMeasured; number += 1) {
    const serving = domain.pool.candidates('default', plainModel)
    const channel = of === 'first' ? serving[0] : serving.at(-1 - number)
    if (channel === undefined) throw new Error('There is no channel to change')
    const before = process.threadCpuUsage()
    await channels.change(channel.id, wish(channel, number), actor)
    domain.pool.candidates('default', plainModel)
    const { user, system } = process.threadCpuUsage(before)
    if (number >= changesWarm) times.push((user + system) / 1000)
    const arrived = await callRelay(relay)
    if (!isLive(arrived, channel, number)) throw new Error(`${name}: the relay did not go by it`)
  }
  return times
}

const callRelay = async ({ key, url, upstream }: Relay): Promise<Arrived> => {
  upstream.calls.length = 0
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const body = chatBody(plainModel, false)
  const response = await fetch(`${url}/v1/chat/completions`, { method: 'POST', headers, body })
  const text = await response.text()
  const [arrived] = upstream.calls
  if (!response.ok || arrived === undefined) throw new Error(`The relay answered with ${response.status}: ${text}`)
  return arrived
}
