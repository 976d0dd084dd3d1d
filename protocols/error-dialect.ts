import type { ClientError, PromptLength, UpstreamProblem } from './failure.ts'
import type { FailureKind } from './failure-kinds.ts'
import type { RateLimits } from './rate-limits.ts'

/** How a dialect says it; `code` is its own word, where it has one that programs look for. */
type FailureWords = { status: number; type: string; code?: string }

/** How a dialect tells errors, and how it reads those of its upstreams. */
export type ErrorDialect = {
  words: Readonly<Record<FailureKind, FailureWords>>
  /** Programs shorten their conversation when they read these words. Without figures nobody told any. */
  tooLong: {
    say: (length: PromptLength | undefined) => string
    /** Whether an upstream has said it so already, or with more. */
    isSaid: (message: string) => boolean
  }
  /** Names and values in turn. */
  limitHeaders: (limits: RateLimits, now: number) => string[]
  read: (status: number, bytes: Buffer) => UpstreamProblem
  write: (error: ClientError) => Buffer
  /** The same inside a stream that has begun. */
  event: (error: ClientError) => Buffer
}
