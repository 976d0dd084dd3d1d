import type { Domain } from '../../domain/domain.ts'
import type { TextSearch } from '../../domain/words/running-text.ts'
import type { Call } from '../call.ts'
import { createQuickLook, type QuickLook } from './quick-look.ts'
import type { SearchWish } from './searched-events.ts'

type Live = Pick<Domain, 'options' | 'sensitiveWords'>

/** How the answer of a call is looked through; undefined where it is not. */
export const searchWishOf = ({ options, sensitiveWords }: Live, { protocol }: Call): SearchWish | undefined => {
  if (!sensitiveWords.any() || !saysWords(protocol)) return undefined
  if (!options.get('CheckSensitiveEnabled') || !options.get('CheckSensitiveOnCompletionEnabled')) return undefined
  return {
    search: sensitiveWords.search(),
    quickLook: quickLookOf(sensitiveWords.search()),
    stops: options.get('StopOnSensitiveEnabled'),
    keptBack: options.get('StreamCacheQueueLength'),
  }
}

/** One for each list of words. */
const quickLooks = new WeakMap<TextSearch, { look: QuickLook | undefined }>()

const quickLookOf = (search: TextSearch): QuickLook | undefined => {
  const known = quickLooks.get(search)
  if (known !== undefined) return known.look
  const look = createQuickLook(search.list, search.patterns.length > 0)
  quickLooks.set(search, { look })
  return look
}

/** What was said in a recording counts as words too. */
const saysWords = ({ answers, writesNothing }: Call['protocol']): boolean =>
  answers === 'text' || (answers === undefined && !writesNothing)
