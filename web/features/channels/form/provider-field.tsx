import { useState } from 'react'
import type { ProviderCard } from '#contract/providers.ts'
import { useText } from '../../../lib/i18n.ts'
import type { Known } from '../../../lib/known.ts'
import { Button } from '../../../ui/button.tsx'
import { ChoicesNote } from '../../../ui/choices-note.tsx'
import { Mark } from '../../../ui/mark.tsx'
import { ProviderGrid } from './provider-grid.tsx'

type ProviderFieldProps = {
  providers: Known<readonly ProviderCard[]>
  type: number
  /** A new channel begins with this question. */
  isNew: boolean
  onPick(type: number): void
}

/** All providers until one is chosen, then the chosen one and the way back. */
export function ProviderField({ providers, type, isNew, onPick }: ProviderFieldProps) {
  const t = useText('channels')
  const [isChoosing, setChoosing] = useState(isNew)
  if (isChoosing) {
    return (
      <ProviderGrid
        providers={providers}
        current={type}
        onPick={(next) => {
          setChoosing(false)
          onPick(next)
        }}
      />
    )
  }
  const chosen = providers.state === 'here' ? providers.value.find((provider) => provider.type === type) : undefined
  const label = chosen?.label ?? (providers.state === 'here' ? t('typeUnknown', { type: String(type) }) : '–')
  return (
    <div className="flex items-center gap-3 rounded-lg border bg-bg px-3 py-2.5">
      <Mark mark={chosen?.mark ?? ''} label={label} size={32} />
      <div className="min-w-0 flex-1">
        <p className="text-xs text-muted">{t('provider')}</p>
        <p className="truncate font-medium">{label}</p>
        <ChoicesNote choices={providers} />
      </div>
      <Button size="sm" onClick={() => setChoosing(true)}>
        {t('changeProvider')}
      </Button>
    </div>
  )
}
