import type { Exchange } from '#protocols/exchange.ts'
import type { MadeThing } from '#protocols/named-things.ts'
import type { Protocol, StreamTap } from '#protocols/protocol.ts'
import type { Channel } from '../../domain/channels/channel.ts'
import type { Domain } from '../../domain/domain.ts'

/** Listens to an answer on its way through for what it says was made: that is its caller's from then on. */
export const recordingThings = (
  domain: Pick<Domain, 'ownedThings'>,
  read: NonNullable<Protocol['made']>,
  exchange: Exchange,
  { userId, channel, key }: { userId: number; channel: Channel; key: string },
): Exchange => {
  const note = (things: readonly MadeThing[]): void => {
    if (things.length === 0) return
    const keyPlace = Math.max(0, channel.allKeys.indexOf(key))
    domain.ownedThings.remember(userId, things, { channelId: channel.id, keyPlace })
  }
  return {
    ...exchange,
    whole: (bytes) => {
      note(read(bytes))
      return exchange.whole(bytes)
    },
    tap: () => {
      const tap = exchange.tap()
      const noteMade = () => note(tap.made?.() ?? [])
      return {
        ...tap,
        end: () => {
          const held = tap.end()
          noteMade()
          return held
        },
        // What was made is there, also where its stream is given up.
        cut: () => {
          tap.cut?.()
          noteMade()
        },
      } satisfies StreamTap
    },
  }
}
