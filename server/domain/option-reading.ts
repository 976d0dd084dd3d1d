import { isOptionKey } from '#contract/options.ts'
import type { Options } from './options.ts'

/** Options by names that stand in a registry, as text: `true` and `false` of a switch, nothing of an unknown name. */
export const createOptionReader =
  (options: Pick<Options, 'get'>) =>
  (key: string): string =>
    isOptionKey(key) ? String(options.get(key)) : ''
