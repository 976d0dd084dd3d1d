import clsx from 'clsx'
import { useState } from 'react'
import type { ProviderCard } from '#contract/providers.ts'
import { useText } from '../../../lib/i18n.ts'
import type { Known } from '../../../lib/known.ts'
import { findNames } from '../../../lib/name-search.ts'
import { Button } from '../../../ui/button.tsx'
import { ChoicesNote } from '../../../ui/choices-note.tsx'
import { Mark } from '../../../ui/mark.tsx'
import { SearchInput } from '../../../ui/search-input.tsx'

type ProviderGridProps = {
  providers: Known<readonly ProviderCard[]>
  current: number | undefined
  onPick(type: number): void
}

/** Which provider a channel leads to: the first question of the form, answered mostly by one of the common ones. */
export function ProviderGrid({ providers, current, onPick }: ProviderGridProps) {
  const t = useText('channels')
  const [query, setQuery] = useState('')
  const [isWhole, setWhole] = useState(false)
  const all = providers.state === 'here' ? providers.value : []
  const found = findNames(
    all,
    query,
    ({ label }) => label,
    ({ label, name }) => `${label} ${name}`,
  )
  const common = all.filter((provider) => provider.common || provider.type === current)
  const isFolded = !isWhole && query.trim() === '' && all.some((provider) => provider.common)
  const shown = isFolded ? common : found
  return (
    <div className="grid gap-3">
      <SearchInput label={t('searchProvider')} value={query} onSearch={setQuery} />
      <fieldset
        aria-label={t('chooseProvider')}
        className="grid grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] gap-2"
      >
        {shown.map(({ type, label, mark }) => (
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
      {isFolded && (
        <Button className="justify-self-start" onClick={() => setWhole(true)}>
          {t('allProviders')}
        </Button>
      )}
      <ChoicesNote choices={providers} />
      {providers.state === 'here' && found.length === 0 && (
        <p className="py-6 text-center text-[13px] text-muted">{t('noProvider')}</p>
      )}
    </div>
  )
}
