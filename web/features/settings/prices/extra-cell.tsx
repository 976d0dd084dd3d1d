import { Layers } from 'lucide-react'
import { serviceTiers } from '#contract/service-tiers.ts'
import { useFormat } from '../../../lib/format.ts'
import { useText } from '../../../lib/i18n.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { type ExtraPrices, extraFormOf, usualPriceOf } from './extra-prices.ts'
import type { PriceRow } from './price-tables.ts'

type ExtraCellProps = { row: PriceRow; extras: ExtraPrices | undefined; onEdit(): void }

/** What long prompts and other services cost, small, and the way to change it. */
export function ExtraCell({ row, extras, onEdit }: ExtraCellProps) {
  const t = useText('settings')
  const format = useFormat()
  const usual = usualPriceOf(row)
  if (usual === undefined || extras === undefined) return <span className="text-muted">–</span>
  const { steps, tiers } = extraFormOf(extras, usual)
  const lines = [
    ...steps.map(
      ({ above, input, output }) =>
        `> ${format.number(Number(above))}: ${format.price(Number(input))} / ${format.price(Number(output))}`,
    ),
    ...serviceTiers.flatMap((tier) =>
      tiers[tier] === '' ? [] : [`${t(`tier.${tier}`)}: ${format.price(Number(tiers[tier]))}`],
    ),
  ]
  return (
    <span className="flex items-center justify-end gap-1">
      <span className="grid text-xs whitespace-nowrap text-muted">
        {lines.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </span>
      <IconButton label={t('extraEdit', { model: row.name })} icon={<Layers />} onClick={onEdit} />
    </span>
  )
}
