import { Link } from '@tanstack/react-router'
import { useCallback } from 'react'
import { type DrawnKey, optionTable } from '#contract/options.ts'
import { useText } from '../../lib/i18n.ts'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { Boundary } from '../../ui/boundary.tsx'
import { CardSection } from '../../ui/card.tsx'
import { LoadingFields } from '../../ui/loading-fields.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { OptionsPage } from './options-page.tsx'
import { type SettingTab, settingTabs } from './settings-search.ts'
import { useChangedKeys } from './settings-state.ts'
import { SettingsTab } from './settings-tab.tsx'
import { useSettingsSearch } from './use-page-search.ts'

const SettingsResults = lazyPart(() => import('./settings-results.tsx'), 'SettingsResults')

export function SettingsPage() {
  const t = useText('settings')
  const [search, change] = useSettingsSearch()
  const leadTo = useCallback((key: DrawnKey) => change({ tab: optionTable[key].tab, keyword: undefined }), [change])
  return (
    <OptionsPage
      title={t('title')}
      description={<Intro />}
      leadTo={leadTo}
      tools={
        <SearchInput
          className="w-full sm:w-72"
          label={t('searchOptions')}
          value={search.keyword ?? ''}
          onSearch={(keyword) => void change({ keyword: keyword === '' ? undefined : keyword })}
        />
      }
    >
      {(isHere) =>
        search.keyword === undefined ? (
          <SettingsTabs
            isHere={isHere}
            tab={settingTabs.find((own) => own === search.tab) ?? 'operation'}
            onChange={(tab) => void change({ tab: tab === 'operation' ? undefined : tab })}
          />
        ) : (
          <Boundary loading={<LoadingResults />}>
            {isHere ? <SettingsResults keyword={search.keyword} /> : <LoadingResults />}
          </Boundary>
        )
      }
    </OptionsPage>
  )
}

/** With the ways to what is not here, for whoever looks for it here. */
function Intro() {
  const t = useText('settings')
  const look = 'text-brand-ink underline underline-offset-2'
  return (
    <>
      {t('intro')}
      <span className="block">
        {t('ownPages')}{' '}
        <Link to="/price" className={look}>
          {t('modelPrices')}
        </Link>
        {' · '}
        <Link to="/group" className={look}>
          {t('groups')}
        </Link>
      </span>
    </>
  )
}

type SettingsTabsProps = { tab: SettingTab; isHere: boolean; onChange(tab: SettingTab): void }

/** They stand there before what is on them. */
function SettingsTabs({ tab, isHere, onChange }: SettingsTabsProps) {
  const t = useText('settings')
  const changed = new Set<string>(useChangedKeys().map((key) => optionTable[key].tab))
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
      <CardSection title={<Skeleton className="h-5.5 w-40" />}>
        <LoadingFields count={6} />
      </CardSection>
    </div>
  )
}
