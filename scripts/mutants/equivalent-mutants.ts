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
  ...[
    '!(moments.first < 32 || moments.first * 2 < list.length)',
    '(moments.first < 32 && moments.first * 2 < list.length)',
  ].map((after) => ({
    file: 'server/lib/sliding-window.ts',
    before: 'moments.first < 32 || moments.first * 2 < list.length',
    after,
    why: 'what has left the window is passed over whether it was cut off or not',
  })),
  {
    file: 'server/lib/sliding-window.ts',
    before: 'moments.first * 2',
    after: '(moments.first / 2)',
    why: 'what has left the window is cut off some time later',
  },
  ...["(Object.keys(options.get('ServiceTierRatio')).length >= 0)", 'true'].map((after) => ({
    file: 'server/domain/money/prices.ts',
    before: "Object.keys(options.get('ServiceTierRatio')).length > 0",
    after,
    why: 'where there are no ratios, looking for those of a model finds none',
  })),
  {
    file: 'pricing/price.ts',
    before: 'sum < largestExact',
    after: '(sum <= largestExact)',
    why: 'twice this very sum is a whole number that both ways have exactly',
  },
]

export const isEquivalent = (file: string, { before, after }: Mutant): boolean =>
  equivalents.some((known) => known.file === file && known.before === before && known.after === after)
