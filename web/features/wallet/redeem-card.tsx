import { useMutation } from '@tanstack/react-query'
import { ExternalLink, Gift } from 'lucide-react'
import { useState } from 'react'
import { session } from '#contract/session.ts'
import { wallet } from '#contract/wallet.ts'
import { call } from '../../lib/api.ts'
import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { notify } from '../../lib/notify.ts'
import { refresh } from '../../lib/query.ts'
import { useStatus } from '../../lib/status.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { CardSection } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { OptionDoor } from '../../ui/option-door.tsx'
import { failureText } from './failure-text.ts'

export function RedeemCard() {
  const t = useText('wallet')
  const format = useFormat()
  const [key, setKey] = useState('')
  const [error, setError] = useState<string>()
  const redeem = useMutation({
    mutationFn: () => call(wallet.redeem, { body: { key: key.trim() } }),
    meta: { quiet: true },
    onSuccess: async ({ quota, is_gift }) => {
      setKey('')
      notify.success(t(is_gift ? 'redeemedGift' : 'redeemed', { amount: format.quota(quota) }))
      await refresh(session.self)
    },
    onError: (failure) => notify.error(failureText(failure, t)),
  })
  return (
    <CardSection title={t('redeemTitle')} description={t('redeemHint')} aside={<CodeLink />}>
      <form
        noValidate
        className="flex items-start gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          if (key.trim() === '') setError(t('redeemMissing'))
          else redeem.mutate()
        }}
      >
        <Field label={t('redeemCode')} error={error} className="flex-1">
          {(control) => (
            <Input
              {...control}
              value={key}
              maxLength={64}
              spellCheck={false}
              className="font-mono text-[13px]"
              onChange={(event) => {
                setKey(event.target.value)
                setError(undefined)
              }}
            />
          )}
        </Field>
        <Button type="submit" variant="primary" className="mt-[26px]" loading={redeem.isPending}>
          <Gift aria-hidden />
          {t('redeem')}
        </Button>
      </form>
    </CardSection>
  )
}

/** Where codes are sold, if the super admin has said so. */
function CodeLink() {
  const t = useText('wallet')
  const { top_up_link } = useStatus()
  if (top_up_link === '') {
    return (
      <p className="text-[13px] text-muted">
        {t('linkMissing')} <OptionDoor option="TopUpLink" />
      </p>
    )
  }
  return (
    <a href={top_up_link} target="_blank" rel="noreferrer" className={buttonClass({ size: 'sm' })}>
      <ExternalLink aria-hidden />
      {t('getCode')}
    </a>
  )
}
