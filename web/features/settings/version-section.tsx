import { useMutation } from '@tanstack/react-query'
import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { notify } from '../../lib/notify.ts'
import { useStatus } from '../../lib/status.ts'
import { Button } from '../../ui/button.tsx'
import { CardSection } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { fetchLatestRelease, isVersion } from './releases.ts'

/** Which version runs since when, and whether there is a newer one. */
export function VersionSection() {
  const t = useText('settings')
  const format = useFormat()
  const { version, start_time } = useStatus()
  const check = useMutation({
    mutationFn: () => fetchLatestRelease(),
    meta: { quiet: true },
    onSuccess: ({ tag_name }) => {
      if (isVersion(tag_name, version)) notify.success(t('updateLatest', { version }))
    },
    onError: () => notify.error(t('updateFailed')),
  })
  const found = check.data && !isVersion(check.data.tag_name, version) ? check.data : undefined
  return (
    <CardSection
      title={t('versionTitle')}
      aside={
        <Button loading={check.isPending} onClick={() => check.mutate()}>
          {t('checkUpdate')}
        </Button>
      }
    >
      <dl className="grid max-w-96 grid-cols-[auto_1fr] gap-x-6 gap-y-1.5">
        <dt className="text-muted">{t('versionNow')}</dt>
        <dd>{version || t('versionUnknown')}</dd>
        <dt className="text-muted">{t('versionStarted')}</dt>
        <dd>{start_time > 0 ? format.dateTime(start_time) : t('versionUnknown')}</dd>
      </dl>
      {found && (
        <Notice tone="info" className="mt-4" title={t('updateFound', { version: found.tag_name })}>
          <a href={found.html_url} target="_blank" rel="noreferrer" className="underline underline-offset-2">
            {t('updateOpen')}
          </a>
        </Notice>
      )}
    </CardSection>
  )
}
