import { ExternalLink, Gift } from 'lucide-react'
import { session } from '#contract/session.ts'
import { wallet } from '#contract/wallet.ts'
import { call } from '../../lib/api.ts'
import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { useLeaveGuard } from '../../lib/leave-guard.ts'
import { notify } from '../../lib/notify.ts'
import { refresh } from '../../lib/query.ts'
import { formOf } from '../../lib/record-form.ts'
import { isRoot, useUser } from '../../lib/session.ts'
import { useStatus } from '../../lib/status.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { CardSection } from '../../ui/card.tsx'
import { Input } from '../../ui/input.tsx'
import { OptionDoor } from '../../ui/option-door.tsx'
import { RecordField } from '../../ui/record-field.tsx'
import { useRecordForm } from '../../ui/use-record-form.ts'
import { tellFailure } from './tell-failure.ts'

export function RedeemCard() {
  const t = useText('wallet')
  const format = useFormat()
  const edit = useRecordForm(redeemForm, {
    text: t,
    stays: true,
    save: async (values) => {
      const { quota, is_gift } = await call(wallet.redeem, { body: edit.body(values) })
      notify.success(t(is_gift ? 'redeemedGift' : 'redeemed', { amount: format.quota(quota) }))
      void refresh(session.self)
    },
    onFailure: (error) => tellFailure(error, t),
  })
  useLeaveGuard(edit.form.formState.isDirty && !edit.isPending)
  return (
    <CardSection title={t('redeemTitle')} description={t('redeemHint')} aside={<CodeLink />}>
      <form
        noValidate
        className="flex items-start gap-2"
        onSubmit={(event) => void edit.form.handleSubmit(edit.submit)(event)}
      >
        <RecordField edit={edit} name="key" className="flex-1">
          {(field) => <Input {...field} maxLength={64} spellCheck={false} className="font-mono text-[13px]" />}
        </RecordField>
        <Button type="submit" variant="primary" className="mt-[26px]" loading={edit.isPending}>
          <Gift aria-hidden />
          {t('redeem')}
        </Button>
      </form>
    </CardSection>
  )
}

const redeemForm = formOf<never, { key: string }, 'wallet'>()({
  key: {
    control: 'text',
    label: 'redeemCode',
    start: '',
    required: 'redeemMissing',
    to: (key) => ({ key: key.trim() }),
  },
})

/** Where codes are sold, if the super admin has said so. */
function CodeLink() {
  const t = useText('wallet')
  const { top_up_link } = useStatus()
  const isOwn = isRoot(useUser())
  if (top_up_link === '') {
    return (
      <p className="text-[13px] text-muted">
        {isOwn ? t('linkMissingHere') : t('linkMissing')} <OptionDoor option="TopUpLink" />
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
