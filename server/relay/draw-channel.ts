import type { Channel } from '../domain/channels/channel.ts'
import { drawByWeight } from './choose.ts'

/** For what is tried at one channel only: one of the highest priority, by weight. */
export const drawChannel = (channels: readonly Channel[]): Channel | undefined => {
  const highest = Math.max(...channels.map(({ priority }) => priority))
  return drawByWeight(
    channels.filter(({ priority }) => priority === highest),
    Math.random,
  )
}
