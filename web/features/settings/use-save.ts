import { type DrawnKey, isDrawnKey, optionCalls, optionTable } from '#contract/options.ts'
import { ApiError, call, reasonOf } from '../../lib/api.ts'
import { type Text, useText } from '../../lib/i18n.ts'
import { notify } from '../../lib/notify.ts'
import { refresh } from '../../lib/query.ts'
import { loadStatus } from '../../lib/status.ts'
import { type Change, changesOf, faultOf, lacksServerAddress, unmetNeed } from './option-draft.ts'
import { optionId } from './option-layout.ts'
import { type SaveFailure, saveChanges } from './save-changes.ts'
import { useSettings } from './settings-state.ts'

type Words = { done: string; failed: string }

/** Saves what was changed among these options, and says how it went; `words` go before the usual ones. */
export const useSave = (): ((keys: readonly DrawnKey[], words?: Words) => Promise<void>) => {
  const { stored, draft } = useSettings()
  const t = useText('settings')
  const name = useText('options')
  const show = useShowOption()

  /** Says what speaks against saving, and leads to it. */
  const findObstacle = (changes: readonly Change[]): string | undefined => {
    draft.check(changes.map(({ key }) => key))
    const wrong = changes.find(({ key, text }) => faultOf(key, text))
    if (wrong) {
      void show(wrong.key)
      return t('checkInput')
    }
    if (lacksServerAddress(changes, stored)) {
      void show('ServerAddress')
      return t('serverAddressFirst')
    }
    const need = unmetNeed(changes, stored)
    if (!need) return undefined
    void show(need.needed)
    return t('needsFirst', { option: name(need.option), needed: name(need.needed) })
  }

  return async (keys, words) => {
    if (draft.store.get().saving) return
    const changes = changesOf(keys, draft.store.get().texts, stored)
    if (changes.length === 0) {
      notify.info(t('nothingChanged'))
      return
    }
    const obstacle = findObstacle(changes)
    if (obstacle !== undefined) {
      notify.error(obstacle)
      return
    }
    draft.setSaving(true)
    try {
      const put = ({ key, text }: Change) => call(optionCalls.update, { body: { key, value: text } })
      const { saved, failures } = await saveChanges(changes, put)
      if (saved.length > 0) await reload(saved)
      draft.drop(saved)
      const failed = words?.failed ?? t(changes.length > 1 ? 'savePartial' : 'saveFailed')
      if (failures.length === 0) notify.success(words?.done ?? t('saved'))
      else notify.error(failureText(failed, failures, name))
      for (const { change, error } of failures) {
        // Anything else is about the connection.
        if (error instanceof ApiError && error.kind === 'refused') draft.refuse(change, saidWithNames(error, name))
      }
    } finally {
      draft.setSaving(false)
    }
  }
}

/** What the console itself shows of the options comes with the status. */
const reload = async (saved: readonly Change[]) => {
  const status = saved.some(({ key }) => optionTable[key].public) ? loadStatus() : undefined
  await Promise.allSettled([refresh(optionCalls.list), status])
}

/** The server's own reason says more than ours. */
const failureText = (general: string, failures: readonly SaveFailure[], name: Text<'options'>): string =>
  [general, ...new Set(failures.map(({ error }) => saidWithNames(error, name)))].join('\n')

/** The server knows settings by their keys, and their reader by what they are called here. */
const saidWithNames = (failure: unknown, name: Text<'options'>): string => {
  const isOfOption = failure instanceof ApiError && failure.code?.startsWith('option_')
  const reason = reasonOf(failure)
  return isOfOption ? reason.replace(/[A-Za-z][\w.]*/g, (word) => (isDrawnKey(word) ? name(word) : word)) : reason
}

/** Goes to the field of an option, on whatever part of the page it is. */
const useShowOption = (): ((key: DrawnKey) => Promise<void>) => {
  const { leadTo } = useSettings()
  return async (key) => {
    if (!document.getElementById(optionId(key))) await leadTo(key)
    requestAnimationFrame(() => {
      const control = document.getElementById(optionId(key))
      control?.scrollIntoView({ block: 'center' })
      control?.focus({ preventScroll: true })
    })
  }
}
