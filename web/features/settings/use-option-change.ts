import { useCallback } from 'react'
import type { DrawnKey } from '#contract/options.ts'
import { confirm } from '../../lib/confirm.ts'
import { useText } from '../../lib/i18n.ts'
import { useSettings } from './settings-state.ts'

/** Takes what was typed or switched; turning off the login by password is asked about first. */
export const useOptionChange = (key: DrawnKey): ((text: string) => void) => {
  const { draft } = useSettings()
  const t = useText('settings')
  return useCallback(
    async (text) => {
      draft.type(key, text)
      if (key !== 'PasswordLoginEnabled' || text !== 'false') return
      const sure = await confirm({
        title: t('passwordOffTitle'),
        text: t('passwordOffText'),
        action: t('passwordOffAction'),
        danger: true,
      })
      if (!sure) draft.type(key, 'true')
    },
    [draft, key, t],
  )
}
