import type { FormEvent, ReactNode } from 'react'
import type { EndpointRequest } from '#contract/endpoint.ts'
import { session } from '#contract/session.ts'
import type { User } from '#contract/user.ts'
import { userSettings } from '#contract/user-settings.ts'
import { ApiError, call } from '../../lib/api.ts'
import { type Text, useText } from '../../lib/i18n.ts'
import { useLeaveGuard } from '../../lib/leave-guard.ts'
import { notify } from '../../lib/notify.ts'
import { readSetting } from '../../lib/own-setting.ts'
import { refresh } from '../../lib/query.ts'
import { useStatus } from '../../lib/status.ts'
import { Button } from '../../ui/button.tsx'
import { CardSection } from '../../ui/card.tsx'
import { RecordField } from '../../ui/record-field.tsx'
import { useRecordForm } from '../../ui/use-record-form.ts'
import { NotificationFields } from './notification-fields.tsx'
import { isByWebhook, preferencesForm, priceForm } from './preferences-form.ts'

/** How the user is told of a low balance. */
export function NotificationSection({ user }: { user: User }) {
  const t = useText('personal')
  const setting = readSetting(user.setting)
  const usualThreshold = Math.max(1, useStatus().quota_remind_threshold)
  const edit = useRecordForm(preferencesForm, {
    text: t,
    before: { ...setting, quota_warning_threshold: setting.quota_warning_threshold ?? usualThreshold },
    stays: true,
    save: async (values) => {
      await saveSetting(edit.changes(values), t)
    },
    onFailure: (error) => tellFailure(error, t('preferencesFailed')),
  })
  useLeaveGuard(edit.form.formState.isDirty && !edit.isPending)
  const submit = edit.form.handleSubmit((values) =>
    // What belongs to the other way of telling is not on the screen, and is not sent.
    edit.submit(isByWebhook(values) ? values : { ...values, secret: '', removesSecret: false }),
  )
  return (
    <SettingCard title={t('tabNotification')} isPending={edit.isPending} onSubmit={(event) => void submit(event)}>
      <NotificationFields edit={edit} user={user} setting={setting} />
    </SettingCard>
  )
}

/** Which prices he accepts. */
export function PriceSection({ user }: { user: User }) {
  const t = useText('personal')
  const edit = useRecordForm(priceForm, {
    text: t,
    before: readSetting(user.setting),
    stays: true,
    save: async (values) => {
      await saveSetting(edit.changes(values), t)
    },
    onFailure: (error) => tellFailure(error, t('pricesFailed')),
  })
  useLeaveGuard(edit.form.formState.isDirty && !edit.isPending)
  const submit = edit.form.handleSubmit(edit.submit)
  return (
    <SettingCard title={t('tabPrice')} isPending={edit.isPending} onSubmit={(event) => void submit(event)}>
      <RecordField edit={edit} name="acceptsUnset" />
    </SettingCard>
  )
}

const saveSetting = async (body: EndpointRequest<typeof userSettings.update>['body'], t: Text<'personal'>) => {
  await call(userSettings.update, { body })
  notify.success(t('preferencesSaved'))
  await refresh(session.self)
}

const tellFailure = (error: unknown, otherwise: string): void =>
  notify.error(error instanceof ApiError && error.kind === 'refused' ? error.message : otherwise)

type SettingCardProps = {
  title: string
  isPending: boolean
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  children: ReactNode
}

function SettingCard({ title, isPending, onSubmit, children }: SettingCardProps) {
  const t = useText('personal')
  return (
    <CardSection title={title}>
      <form noValidate onSubmit={onSubmit} className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <div className="grid max-w-[620px] grid-cols-[minmax(0,1fr)] gap-4.5">{children}</div>
        <div>
          <Button type="submit" variant="primary" loading={isPending}>
            {t('savePreferences')}
          </Button>
        </div>
      </form>
    </CardSection>
  )
}
