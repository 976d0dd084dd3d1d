import { useMutation } from '@tanstack/react-query'
import { isDrawnKey, optionCalls } from '#contract/options.ts'
import type { discoveringWays } from '#contract/signin-discovery.ts'
import { call } from '../../lib/api.ts'
import { useText } from '../../lib/i18n.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { optionId } from './option-layout.ts'
import { useOptionText, useSettings } from './settings-state.ts'

const isWebUrl = (text: string): boolean => /^https?:\/\//i.test(text.trim())

/** Fills in the addresses that are told under one of them; they are saved with their section. */
export function DiscoveryButton({ way }: { way: (typeof discoveringWays)[number] }) {
  const t = useText('settings')
  const { draft } = useSettings()
  const { url, fills } = way.discovery
  const text = useOptionText(url)
  const name = t(`way.${way.name}`)
  const fetching = useMutation({
    mutationFn: (address: string) => call(optionCalls[`${way.name}Configuration`], { query: { url: address.trim() } }),
    meta: { quiet: true },
    onSuccess: (found) => {
      for (const [member, option] of Object.entries(fills)) {
        if (isDrawnKey(option)) draft.type(option, found[member] ?? '')
      }
      notify.success(t('discoveryDone', { name }))
    },
    onError: () => notify.error(t('discoveryFailed', { name })),
  })
  /** Said at the field of the address, as a refusal of it. */
  const refuse = (message: string) => {
    // What is only stored was not sent by anybody yet.
    draft.type(url, text)
    draft.refuse({ key: url, text }, message)
    document.getElementById(optionId(url))?.focus()
  }
  const fetchAll = () => {
    if (text.trim() === '') refuse(t('discoveryMissing'))
    else if (isWebUrl(text)) fetching.mutate(text)
    else refuse(t('discoveryAddress'))
  }
  return (
    <Button className="justify-self-start" loading={fetching.isPending} onClick={fetchAll}>
      {t('discover')}
    </Button>
  )
}
