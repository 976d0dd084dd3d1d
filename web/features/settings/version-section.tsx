import { useMutation } from '@tanstack/react-query'
import { optionCalls } from '#contract/options.ts'
import { call } from '../../lib/api.ts'
import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { notify } from '../../lib/notify.ts'
import { useStatus } from '../../lib/status.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { SectionLayout } from './option-layout.ts'
import { SettingsSection } from './settings-section.tsx'

/** Which version runs since when, and, where there is somebody to ask, whether there is a newer one. */
export function VersionSection({ layout }: { layout: SectionLayout }) {
  const t = useText('settings')
  const format = useFormat()
  const { version, start_time, update_check } = useStatus()
  const check = useMutation({
    mutationFn: () => call(optionCalls.latestRelease),
    meta: { quiet: true },
    onSuccess: ({ tag_name }) => {
      if (isVersion(tag_name, version)) notify.success(t('updateLatest', { version }))
    },
    onError: () => notify.error(t('updateFailed')),
  })
  const found = check.data && !isVersion(check.data.tag_name, version) ? check.data : undefined
  return (
    <SettingsSection
      layout={layout}
      aside={
        update_check && (
          <Button loading={check.isPending} onClick={() => check.mutate()}>
            {t('checkUpdate')}
          </Button>
        )
      }
    >
      <dl className="grid max-w-96 grid-cols-[auto_1fr] gap-x-6 gap-y-1.5 pb-4">
        <dt className="text-muted">{t('versionNow')}</dt>
        <dd>{version || t('versionUnknown')}</dd>
        <dt className="text-muted">{t('versionStarted')}</dt>
        <dd>{start_time > 0 ? format.dateTime(start_time) : t('versionUnknown')}</dd>
      </dl>
      {found && (
        <Notice tone="info" className="mb-4" title={t('updateFound', { version: found.tag_name })}>
          <a href={found.html_url} target="_blank" rel="noreferrer" className="underline underline-offset-2">
            {t('updateOpen')}
          </a>
        </Notice>
      )}
    </SettingsSection>
  )
}

/** Whether the tag of a release, as in `v1.2.0`, names this version. */
const isVersion = (tag: string, version: string): boolean => bare(tag) === bare(version)

const bare = (version: string) => version.trim().replace(/^v/i, '')
