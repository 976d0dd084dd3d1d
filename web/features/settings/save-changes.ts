import { optionTable } from '#contract/options.ts'
import type { Change } from './option-draft.ts'

export type SaveFailure = { change: Change; error: unknown }
export type SaveResult = { saved: readonly Change[]; failures: readonly SaveFailure[] }

/**
 * One call per option. Switches that need other options go last, so that they find them filled in, and with them what was
 * refused first: it may fit what was saved beside it.
 */
export const saveChanges = async (
  changes: readonly Change[],
  put: (change: Change) => Promise<unknown>,
): Promise<SaveResult> => {
  const waits = ({ key, text }: Change) => optionTable[key].needs.length > 0 && text === 'true'
  const first = await putAll(
    changes.filter((change) => !waits(change)),
    put,
  )
  const isAgain = (change: Change) => first.saved.length > 0 && !waits(change) && !first.saved.includes(change)
  const again = changes.filter(isAgain)
  const second = await putAll([...again, ...changes.filter(waits)], put)
  const failures = again.length > 0 ? second.failures : [...first.failures, ...second.failures]
  return { saved: [...first.saved, ...second.saved], failures }
}

const putAll = async (changes: readonly Change[], put: (change: Change) => Promise<unknown>): Promise<SaveResult> => {
  const results = await Promise.allSettled(changes.map(put))
  return {
    saved: changes.filter((_change, index) => results[index]?.status === 'fulfilled'),
    failures: changes.flatMap((change, index) => {
      const result = results[index]
      return result?.status === 'rejected' ? [{ change, error: result.reason }] : []
    }),
  }
}
