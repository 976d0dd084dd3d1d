import { useMutation } from '@tanstack/react-query'
import { optionCalls } from '#contract/options.ts'
import { call } from '../../lib/api.ts'
import { useText } from '../../lib/i18n.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { useOptionText, useSettings } from './settings-state.ts'

const isWebUrl = (text: string): boolean => /^https?:\/\//i.test(text.trim())

/** Fills in the endpoints from the Well-Known URL; they are saved with their section. */
export function OidcFetchButton() {
  const t = useText('settings')
  const { draft } = useSettings()
  const url = useOptionText('oidc.well_known')
  const fetching = useMutation({
    mutationFn: (address: string) => call(optionCalls.oidcConfiguration, { query: { url: address.trim() } }),
    meta: { quiet: true },
    onSuccess: (found) => {
      draft.type('oidc.authorization_endpoint', found.authorization_endpoint)
      draft.type('oidc.token_endpoint', found.token_endpoint)
      draft.type('oidc.user_info_endpoint', found.userinfo_endpoint)
      notify.success(t('oidcFetched'))
    },
    onError: () => notify.error(t('oidcFailed')),
  })
  return (
    <Button
      className="justify-self-start"
      loading={fetching.isPending}
      onClick={() => (isWebUrl(url) ? fetching.mutate(url) : notify.error(t('oidcAddress')))}
    >
      {t('oidcFetch')}
    </Button>
  )
}
