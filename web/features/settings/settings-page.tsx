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
      {(options.data || options.isPending) && <SettingsForms shown={options.data} />}
      {options.isError && !options.data && (
        <Card>
          <ErrorState error={options.error} onRetry={() => void options.refetch()} />
        </Card>
      )}
    </div>
  )
}

/** Its tabs stand there before what is on them. */
function SettingsForms({ shown }: { shown: readonly ShownOption[] | undefined }) {
  const [search, change] = useSettingsSearch()
  const isHere = shown !== undefined
  useShownOption(isHere)
  const [draft] = useState(createDraft)
  const stored = useMemo(() => storedOptions(shown ?? []), [shown])
  const settings = useMemo(() => ({ stored, draft }), [stored, draft])
  return (
    <SettingsContext value={settings}>
      {search.keyword === undefined ? (
        <SettingsTabs
          isHere={isHere}
          tab={search.tab ?? (search.prices === undefined ? 'operation' : 'prices')}
          onChange={(tab) => void change({ tab: tab === 'operation' ? undefined : tab, ...noPriceSearch })}
        />
      ) : (
        <Boundary loading={<LoadingResults />}>
          {isHere ? <SettingsResults keyword={search.keyword} /> : <LoadingResults />}
        </Boundary>
      )}
      <UnsavedBar />
    </SettingsContext>
  )
}

type SettingsTabsProps = { tab: OptionTab; isHere: boolean; onChange(tab: OptionTab): void }

function SettingsTabs({ tab, isHere, onChange }: SettingsTabsProps) {
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
      <SettingsTab key={tab} tab={tab} isHere={isHere} />
    </Tabs>
  )
}

/** How many were found, and the first of them. */
function LoadingResults() {
  return (
    <div aria-busy className="grid max-w-240 gap-4">
      <Skeleton className="h-5 w-40" />
      <Skeleton className="h-dvh rounded-xl" />
    </div>
  )
}
