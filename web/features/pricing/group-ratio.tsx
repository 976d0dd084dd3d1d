import { useNavigate } from '@tanstack/react-router'
import clsx from 'clsx'
import { TrendingDown } from 'lucide-react'
import { useText } from '../../lib/i18n.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { cheapestGroups } from './model-price.ts'
import type { ShownModel } from './shown-models.ts'

/** The groups that can call a model; a click shows the prices of one. */
export function GroupButtons({ model }: { model: ShownModel }) {
  const t = useText('pricing')
  const navigate = useNavigate()
  const { enable_groups: groups, ratios, group: shown } = model
  const cheapest = cheapestGroups(model, ratios)
  const show = (group: string) =>
    // seam: the address of the list has a group in it
    void navigate({ to: '.', search: ((old: object) => ({ ...old, group, page: undefined })) as never, replace: true })
  return (
    <span className="flex flex-wrap gap-1.5">
      {groups.map((group) => {
        const ratio = ratios[group] ?? 1
        return (
          <button
            key={group}
            type="button"
            aria-pressed={group === shown}
            title={t(cheapest.has(group) ? 'showGroupCheapest' : 'showGroup', { group, ratio })}
            onClick={() => show(group)}
            className={clsx(
              'inline-flex min-h-6 items-center rounded-full pointer-coarse:min-h-9',
              group === shown && 'ring-2 ring-brand',
            )}
          >
            <Badge tone={ratioTone(ratio)}>
              {group} ×{ratio}
              {cheapest.has(group) && (
                <>
                  <TrendingDown className="ml-1 inline size-3" aria-hidden />
                  <span className="sr-only"> {t('cheapest')}</span>
                </>
              )}
            </Badge>
          </button>
        )
      })}
    </span>
  )
}

/** Above 5 red, above 3 orange, above 1 blue, else green. */
const ratioTone = (ratio: number): Tone => {
  if (ratio > 5) return 'bad'
  if (ratio > 3) return 'orange'
  return ratio > 1 ? 'info' : 'ok'
}
