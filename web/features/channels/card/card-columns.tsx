import { Check, CircleX, Minus, TriangleAlert } from 'lucide-react'
import { useMemo } from 'react'
import type { CardTry } from '#contract/channel-cards.ts'
import { useFormat } from '../../../lib/format.ts'
import { useText } from '../../../lib/i18n.ts'
import { useReasonText } from '../../../lib/refusal-words.ts'
import type { Column } from '../../../ui/column.ts'
import { type CardRow, cardCells, tryOf } from './card-rows.ts'

/** Model and dialect, and a mark for each kind of call. */
export const useCardColumns = (): readonly Column<CardRow>[] => {
  const t = useText('cards')
  return useMemo(
    () => [
      {
        ...{ id: 'model', label: t('model'), card: 'title' },
        cell: ({ model, dialect }) => (
          <span className="grid">
            <span className="break-all">{model}</span>
            <code className="text-xs text-muted">{dialect}</code>
          </span>
        ),
      },
      ...cardCells.map(
        (cell): Column<CardRow> => ({
          id: `${cell.wants}-${cell.streamed}`,
          label: t(`wants.${cell.wants}.${cell.streamed ? 'streamed' : 'whole'}`),
          cell: (row) => <Outcome tried={tryOf(row, cell)} />,
        }),
      ),
    ],
    [t],
  )
}

const looks = {
  can: { Icon: Check, tone: 'text-ok' },
  ignored: { Icon: Minus, tone: 'text-muted' },
  refused: { Icon: CircleX, tone: 'text-bad' },
  failed: { Icon: TriangleAlert, tone: 'text-warn' },
} as const

function Outcome({ tried }: { tried: CardTry | undefined }) {
  const t = useText('cards')
  const say = useReasonText()
  const format = useFormat()
  if (tried === undefined) return <span className="text-muted">–</span>
  const { Icon, tone } = looks[tried.outcome]
  const outcome = t(`outcome.${tried.outcome}`)
  const reason = say({ reason: tried.reason })
  return (
    <span className="inline-flex items-center gap-1.5" title={reason === '' ? outcome : `${outcome}: ${reason}`}>
      <Icon className={`size-4 shrink-0 ${tone}`} aria-hidden />
      <span className="sr-only">{outcome}</span>
      {reason !== '' && <span className="sr-only">{reason}</span>}
      <span className="text-xs text-muted">{format.latency(tried.ms)}</span>
    </span>
  )
}
