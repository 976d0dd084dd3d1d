import { useMemo, useState } from 'react'
import { type OptionTab, optionCalls, optionTable, type ShownOption } from '#contract/options.ts'
import { useText } from '../../lib/i18n.ts'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { usePageQuery } from '../../lib/page-query.ts'
import { endpointQuery } from '../../lib/query.ts'
import { Boundary } from '../../ui/boundary.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { storedOptions } from './option-draft.ts'
import { noPriceSearch, settingTabs } from './settings-search.ts'
import { createDraft, SettingsContext, useChangedKeys } from './settings-state.ts'
import { SettingsTab } from './settings-tab.tsx'
import { UnsavedBar } from './unsaved-bar.tsx'
import { useSettingsSearch } from './use-settings-search.ts'
import { useShownOption } from './use-shown-option.ts'

const SettingsResults = lazyPart(() => import('./settings-results.tsx'), 'SettingsResults')

export function SettingsPage() {
  const t = useText('settings')
  const [search, change] = useSettingsSearch()
  const options = usePageQuery(endpointQuery(optionCalls.list))
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <PageHeader title={t('title')} description={t('intro')} />
        <SearchInput
          className="w-full sm:w-72"
          label={t('searchOptions')}
          value={search.keyword ?? ''}
          onSearch={(keyword) => void change({ keyword: keyword === '' ? undefined : keyword })}
        />
      </div>
      {options.data && <SettingsForms shown={options.data} />}
      {options.isPending && <LoadingForms />}
      {options.isError && !options.data && (
        <Card>
          <ErrorState error={options.error} onRetry={() => void options.refetch()} />
        </Card>
      )}
    </div>
  )
}

function SettingsForms({ shown }: { shown: readonly ShownOption[] }) {
  const [search, change] = useSettingsSearch()
  useShownOption()
  const [draft] = useState(createDraft)
  const stored = useMemo(() => storedOptions(shown), [shown])
  const settings = useMemo(() => ({ stored, draft }), [stored, draft])
  return (
    <SettingsContext value={settings}>
      {search.keyword === undefined ? (
        <SettingsTabs
          tab={search.tab ?? (search.prices === undefined ? 'operation' : 'prices')}
          onChange={(tab) => void change({ tab: tab === 'operation' ? undefined : tab, ...noPriceSearch })}
        />
      ) : (
        <Boundary loading={<LoadingForms />}>
          <SettingsResults keyword={search.keyword} />
        </Boundary>
      )}
      <UnsavedBar />
    </SettingsContext>
  )
}

function SettingsTabs({ tab, onChange }: { tab: OptionTab; onChange(tab: OptionTab): void }) {
  const t = useText('settings')
  const changed = new Set(useChangedKeys().map((key) => optionTable[key].tab))
  return (
    <Tabs
      value={tab}
      onChange={onChange}
      label={t('tabs')}
      tabs={settingTabs.map((value) => ({
        value,
        label: (
          <span className="flex items-center gap-1.5">
            {t(`tab.${value}`)}
            {changed.has(value) && (
              <span title={t('tabUnsaved')} className="size-1.5 rounded-full bg-brand">
                <span className="sr-only">{t('tabUnsaved')}</span>
              </span>
            )}
          </span>
        ),
      }))}
    >
      <SettingsTab key={tab} tab={tab} />
    </Tabs>
  )
}

function LoadingForms() {
  return (
    <div className="grid gap-5">
      <Skeleton className="h-10 w-full max-w-120" />
      <Skeleton className="h-80 w-full" />
      <Skeleton className="h-60 w-full" />
    </div>
  )
}
