import type { StreamTap } from '#protocols/protocol.ts'
import type { Channel } from '../domain/channels/channel.ts'
import { problemWithoutSecrets } from '../domain/words/upstream-words.ts'

/**
 * A stream that fails without the upstream's own words, which are not the client's to read. A failure in the place of
 * its beginning is left alone: it is told like any other, or nobody hears of it because another channel answers.
 */
export const withoutProblem = (tap: StreamTap): StreamTap => {
  let hasBegun = false
  const isHidden = () => hasBegun && tap.failed()
  return {
    ...tap,
    push: (chunk) => {
      const piece = tap.push(chunk)
      if (isHidden()) return undefined
      hasBegun ||= piece !== undefined
      return piece
    },
    end: () => {
      const held = tap.end()
      return isHidden() ? undefined : held
    },
    problem: () => (hasBegun ? undefined : tap.problem?.()),
  }
}

/** A stream that tells its failure, apart from its pieces, without what the upstream's words give away of the operator. */
export const withCleanProblem = (tap: StreamTap, channel: Channel): StreamTap =>
  tap.problem === undefined
    ? tap
    : {
        ...tap,
        problem: () => {
          const told = tap.problem?.()
          return told && problemWithoutSecrets(channel, told)
        },
      }
