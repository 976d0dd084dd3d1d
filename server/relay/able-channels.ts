import type { Channel } from '../domain/channels/channel.ts'
import { type Ability, lackOf } from '../domain/channels/channel-lacks.ts'
import type { Call } from './call.ts'
import type { Trace } from './trace.ts'

/**
 * Without those whose card says that their model cannot what this call wants, as long as another is left. They are only
 * left for later: no call goes without a channel because of a card.
 */
export const ableChannels = (channels: readonly Channel[], call: Call, trace: Trace): readonly Channel[] => {
  const { model } = call.outline
  if (channels.length < 2 || call.protocol.common?.kind !== 'chat') return channels
  if (!channels.some((channel) => channel.lacks.has(model) && !channel.setting.ignoresCard)) return channels
  const wants = wantsOf(call).map((ability) => lackOf(call.protocol.name, ability))
  const isAble = ({ lacks, setting }: Channel) => {
    const lacked = setting.ignoresCard ? undefined : lacks.get(model)
    return lacked === undefined || !wants.some((want) => lacked.has(want))
  }
  const able = channels.filter(isAble)
  if (able.length === 0) return channels
  for (const channel of channels) if (!able.includes(channel)) trace.spare(channel.id)
  return able
}

const wantsOf = (call: Call): Ability[] => {
  const { stream, tools, messages } = call.chat()
  const hasPicture = messages.some(({ parts }) => parts.some(({ type }) => type === 'image'))
  return [
    stream ? 'stream' : 'whole',
    ...(tools.length > 0 ? ['tools' as const] : []),
    ...(hasPicture ? ['picture' as const] : []),
  ]
}
