import { useNavigate, useSearch } from '@tanstack/react-router'
import { session } from '#contract/session.ts'
import type { User } from '#contract/user.ts'
import { userSettings } from '#contract/user-settings.ts'
import { ApiError, call } from '../../lib/api.ts'
import { useText } from '../../lib/i18n.ts'
import { useLeaveGuard } from '../../lib/leave-guard.ts'
import { notify } from '../../lib/notify.ts'
import { readSetting } from '../../lib/own-setting.ts'
import { refresh } from '../../lib/query.ts'
import { useStatus } from '../../lib/status.ts'
import { Button } from '../../ui/button.tsx'
import { CardSection } from '../../ui/card.tsx'
import { RecordField } from '../../ui/record-field.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useRecordForm } from '../../ui/use-record-form.ts'
import { NotificationFields } from './notification-fields.tsx'
import { isByWebhook, preferencesForm } from './preferences-form.ts'

/** How the user is told of a low quota, and which prices he accepts. */
export function PreferencesSection({ user }: { user: User }) {
  const t = useText('personal')
  const navigate = useNavigate()
  const { tab } = useSearch({ strict: false })
  const setting = readSetting(user.setting)
  const usualThreshold = Math.max(1, useStatus().quota_remind_threshold)
  const edit = useRecordForm(preferencesForm, {
    text: t,
    before: { ...setting, quota_warning_threshold: setting.quota_warning_threshold ?? usualThreshold },
    stays: true,
    save: async (values) => {
      await call(userSettings.update, { body: edit.changes(values) })
      notify.success(t('preferencesSaved'))
      await refresh(session.self)
    },
    onFailure: (error) =>
      notify.error(error instanceof ApiError && error.kind === 'refused' ? error.message : t('preferencesFailed')),
  })
  useLeaveGuard(edit.form.formState.isDirty && !edit.isPending)
  // The faulty field may be on the other tab.
  const submit = edit.form.handleSubmit(
    // What belongs to the other way of telling is not on the screen, and is not sent.
    (values) => edit.submit(isByWebhook(values) ? values : { ...values, secret: '', removesSecret: false }),
    () => navigate({ to: '.', search: { tab: 'notification' }, replace: true }),
  )
  return (
    <CardSection title={t('preferences')}>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <Tabs
          value={tab === 'price' ? 'price' : 'notification'}
          onChange={(next) => void navigate({ to: '.', search: { tab: next }, replace: true, resetScroll: false })}
          label={t('preferences')}
          tabs={[
            { value: 'notification', label: t('tabNotification') },
            { value: 'price', label: t('tabPrice') },
          ]}
        >
          <div className="grid max-w-[620px] grid-cols-[minmax(0,1fr)] gap-4.5">
            {tab === 'price' ? (
              <RecordField edit={edit} name="acceptsUnset" />
            ) : (
              <NotificationFields edit={edit} user={user} setting={setting} />
            )}
          </div>
        </Tabs>
        <div>
          <Button type="submit" variant="primary" loading={edit.isPending}>
            {t('savePreferences')}
          </Button>
        </div>
      </form>
    </CardSection>
  )
}
