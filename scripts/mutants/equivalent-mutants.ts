import type { Mutant } from './mutation.ts'

/** A change that makes no difference that anybody could see, and why. */
type Equivalent = { file: string; before: string; after: string; why: string }

const equivalents: readonly Equivalent[] = [
  {
    file: 'server/lib/sliding-window.ts',
    before: 'moments.first * 2 < list.length',
    after: '(moments.first * 2 <= list.length)',
    why: 'what has left the window is cut off a moment later',
  },
]

export const isEquivalent = (file: string, { before, after }: Mutant): boolean =>
  equivalents.some((known) => known.file === file && known.before === before && known.after === after)
