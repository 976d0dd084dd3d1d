import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useMutation } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useForm } from 'react-hook-form'
import { session } from '#contract/session.ts'
import { userSettings } from '#contract/user-settings.ts'
import type { User } from '#contract/users.ts'
import { ApiError, call } from '../../lib/api.ts'
import { useText } from '../../lib/i18n.ts'
import { notify } from '../../lib/notify.ts'
import { refresh } from '../../lib/query.ts'
import { useStatus } from '../../lib/status.ts'
import { Button } from '../../ui/button.tsx'
import { CardSection } from '../../ui/card.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { NotificationFields } from './notification-fields.tsx'
import {
  type PreferenceChange,
  type PreferenceValues,
  preferenceChange,
  preferenceSchema,
  preferenceValues,
  readSetting,
} from './preferences-form.ts'
import { PriceFields } from './price-fields.tsx'

/** How the user is told of a low quota, and which prices he accepts. */
export function PreferencesSection({ user }: { user: User }) {
  const t = useText('personal')
  const navigate = useNavigate()
  const { tab = 'notification' } = useSearch({ strict: false })
  const setting = useMemo(() => readSetting(user.setting), [user.setting])
  const usualThreshold = Math.max(1, useStatus().quota_remind_threshold)
  const schema = useMemo(() => preferenceSchema(t), [t])
  const form = useForm<PreferenceValues>({
    resolver: standardSchemaResolver(schema),
    mode: 'onTouched',
    // What is stored now fills the form again after each save.
    values: preferenceValues(setting, usualThreshold),
  })
  const save = useMutation({
    mutationFn: (body: PreferenceChange) => call(userSettings.update, { body }),
    meta: { quiet: true },
    onSuccess: async () => {
      notify.success(t('preferencesSaved'))
      await refresh(session.self)
    },
    onError: (error) =>
      notify.error(error instanceof ApiError && error.kind === 'refused' ? error.message : t('preferencesFailed')),
  })
  const submit = form.handleSubmit(
    (values) => {
      const change = preferenceChange(setting, values, usualThreshold)
      if (Object.keys(change).length === 0) notify.warning(t('nothingChanged'))
      else save.mutate(change)
    },
    // The faulty field may be on the other tab.
    () => void navigate({ to: '.', search: {}, replace: true }),
  )
  return (
    <CardSection title={t('preferences')}>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <Tabs
          value={tab === 'price' ? 'price' : 'notification'}
          onChange={(next) =>
            void navigate({ to: '.', search: next === 'price' ? { tab: next } : {}, replace: true, resetScroll: false })
          }
          label={t('preferences')}
          tabs={[
            { value: 'notification', label: t('tabNotification') },
            { value: 'price', label: t('tabPrice') },
          ]}
        >
          {tab === 'price' ? (
            <PriceFields form={form} />
          ) : (
            <NotificationFields form={form} user={user} setting={setting} />
          )}
        </Tabs>
        <div>
          <Button type="submit" variant="primary" loading={save.isPending}>
            {t('savePreferences')}
          </Button>
        </div>
      </form>
    </CardSection>
  )
}
