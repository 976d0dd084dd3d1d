import type { Offer } from '../lib/actions.ts'
import { Button } from './button.tsx'

/** Everything that can be done with a record, as buttons. Why one cannot be pressed is said below it. */
export function OfferButtons({ offers }: { offers: readonly Offer[] }) {
  return (
    <div className="flex flex-wrap items-start gap-2">
      {offers.map(({ id, label, icon: Icon, danger, hint, run }) => (
        <div key={id} className="grid gap-1">
          <Button
            size="sm"
            {...(danger ? { variant: 'danger' as const } : {})}
            disabled={hint !== undefined}
            onClick={run}
          >
            <Icon aria-hidden />
            {label}
          </Button>
          {hint !== undefined && <span className="text-xs text-muted">{hint}</span>}
        </div>
      ))}
    </div>
  )
}
