import type { Domain } from '../../domain/domain.ts'
import type { Call } from '../call.ts'
import type { SearchWish } from './searched-events.ts'

type Live = Pick<Domain, 'options' | 'sensitiveWords'>

/** How the answer of a call is looked through; undefined where it is not. */
export const searchWishOf = ({ options, sensitiveWords }: Live, { protocol }: Call): SearchWish | undefined => {
  if (!sensitiveWords.any() || !saysWords(protocol)) return undefined
  if (!options.get('CheckSensitiveEnabled') || !options.get('CheckSensitiveOnCompletionEnabled')) return undefined
  return {
    search: sensitiveWords.search(),
    stops: options.get('StopOnSensitiveEnabled'),
    keptBack: options.get('StreamCacheQueueLength'),
  }
}

/** What was said in a recording counts as words too. */
const saysWords = ({ answers, writesNothing }: Call['protocol']): boolean =>
  answers === 'text' || (answers === undefined && !writesNothing)
