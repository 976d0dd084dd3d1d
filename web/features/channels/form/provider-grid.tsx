import clsx from 'clsx'
import { useState } from 'react'
import type { ProviderCard } from '#contract/providers.ts'
import { useText } from '../../../lib/i18n.ts'
import type { Known } from '../../../lib/known.ts'
import { findNames } from '../../../lib/name-search.ts'
import { ChoicesNote } from '../../../ui/choices-note.tsx'
import { Mark } from '../../../ui/mark.tsx'
import { SearchInput } from '../../../ui/search-input.tsx'
import { Segmented } from '../../../ui/segmented.tsx'

type ProviderGridProps = {
  providers: Known<readonly ProviderCard[]>
  current: number | undefined
  onPick(type: number): void
}

/** Which provider a channel leads to: the first question of the form, answered mostly by one of the common ones. */
export function ProviderGrid({ providers, current, onPick }: ProviderGridProps) {
  const t = useText('channels')
  const [query, setQuery] = useState('')
  const [shown, setShown] = useState<'common' | 'all'>('common')
  const all = providers.state === 'here' ? providers.value : []
  const found = findNames(
    all,
    query,
    ({ label }) => label,
    ({ label, name }) => `${label} ${name}`,
  )
  const isSearched = query.trim() !== ''
  const common = all.filter((provider) => provider.common || provider.type === current)
  const hasCommon = all.some((provider) => provider.common)
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-2">
        <SearchInput className="min-w-48 flex-1" label={t('searchProvider')} value={query} onSearch={setQuery} />
        {/* Whatever is searched for is sought among all. */}
        <div className={clsx((isSearched || !hasCommon) && 'invisible')}>
          <Segmented
            label={t('shownProviders')}
            value={shown}
            onChange={setShown}
            choices={[
              { value: 'common', label: t('shownProviders.common') },
              { value: 'all', label: t('shownProviders.all') },
            ]}
          />
        </div>
      </div>
      <fieldset
        aria-label={t('chooseProvider')}
        className="grid grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] gap-2"
      >
        {(hasCommon && shown === 'common' && !isSearched ? common : found).map(({ type, label, mark }) => (
          <button
            key={type}
            type="button"
            aria-pressed={type === current}
            onClick={() => onPick(type)}
            className={clsx(
              'flex min-h-11 min-w-0 items-center gap-2.5 rounded-lg border px-2.5 py-1.5 text-left transition-colors hover:bg-hover',
              type === current ? 'border-brand bg-brand-soft/60' : 'border-line-strong',
            )}
          >
            <Mark mark={mark} label={label} />
            <span className="min-w-0 break-words">{label}</span>
          </button>
        ))}
      </fieldset>
      <ChoicesNote choices={providers} />
      {providers.state === 'here' && found.length === 0 && (
        <p className="py-6 text-center text-[13px] text-muted">{t('noProvider')}</p>
      )}
    </div>
  )
}
