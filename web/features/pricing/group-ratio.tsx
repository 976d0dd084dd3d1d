import { useNavigate } from '@tanstack/react-router'
import clsx from 'clsx'
import { TrendingDown } from 'lucide-react'
import { useState } from 'react'
import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { useStore } from '../../lib/store.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { firstControl } from '../../ui/first-control.ts'
import { cheapestGroups } from './model-price.ts'
import { ratiosPreference } from './price-unit.ts'
import type { ShownModel } from './shown-models.ts'

/** The groups that can call a model, folded to the one that matters most; a click shows the prices of one. */
export function GroupButtons({ model }: { model: ShownModel }) {
  const format = useFormat()
  const [isUnfolded, setUnfolded] = useState(false)
  const { enable_groups: groups, group: shown } = model
  const [first, ...others] = groups.toSorted((one, other) => Number(other === shown) - Number(one === shown))
  if (first === undefined) return null
  return (
    <span className="flex flex-wrap gap-1.5">
      {(isUnfolded ? groups : [first]).map((group) => (
        <GroupButton key={group} model={model} group={group} />
      ))}
      {others.length > 0 && !isUnfolded && (
        <button
          type="button"
          title={others.join(', ')}
          aria-label={`+${format.number(others.length)}: ${others.join(', ')}`}
          onClick={(event) => {
            // The button goes away, its row stays.
            firstControl(event.currentTarget.parentElement ?? undefined)?.focus()
            setUnfolded(true)
          }}
          className={buttonClass}
        >
          <Badge tone="muted">+{format.number(others.length)}</Badge>
        </button>
      )}
    </span>
  )
}

const buttonClass = 'inline-flex min-h-6 items-center rounded-full pointer-coarse:min-h-9'

/** Its ratio is told where ratios are shown: what it costs stands beside it. */
function GroupButton({ model, group }: { model: ShownModel; group: string }) {
  const t = useText('pricing')
  const format = useFormat()
  const navigate = useNavigate()
  const showsRatios = useStore(ratiosPreference)
  const { ratios, group: shown } = model
  const ratio = ratios[group] ?? 1
  const isCheapest = cheapestGroups(model, ratios).has(group)
  const show = (group: string) =>
    // seam: the address of the list has a group in it
    void navigate({ to: '.', search: ((old: object) => ({ ...old, group, page: undefined })) as never, replace: true })
  const title = showsRatios
    ? t(isCheapest ? 'showGroupCheapest' : 'showGroup', { group, ratio: format.ratio(ratio) })
    : t(isCheapest ? 'showPricesCheapest' : 'showPrices', { group })
  return (
    <button
      type="button"
      aria-pressed={group === shown}
      title={title}
      onClick={() => show(group)}
      className={clsx(buttonClass, group === shown && 'ring-2 ring-brand')}
    >
      <Badge tone={ratioTone(ratio)}>
        {group}
        {showsRatios && ` ×${format.ratio(ratio)}`}
        {isCheapest && (
          <>
            <TrendingDown className="ml-1 inline size-3" aria-hidden />
            <span className="sr-only"> {t('cheapest')}</span>
          </>
        )}
      </Badge>
    </button>
  )
}

/** Above 5 red, above 3 orange, above 1 blue, else green. */
const ratioTone = (ratio: number): Tone => {
  if (ratio > 5) return 'bad'
  if (ratio > 3) return 'orange'
  return ratio > 1 ? 'info' : 'ok'
}
