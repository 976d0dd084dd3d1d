import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import type { BatchRow } from './batch-row.ts'

/** How far it has come, what it may cost, is held and was charged, and the ways to its answers and its row in the log. */
export function BatchRecord({ row, columns }: { row: BatchRow; columns: ReactNode }) {
  const t = useText('batches')
  const format = useFormat()
  const facts = [
    ...(row.estimate === null
      ? []
      : [
          { id: 'estimate', label: t('factEstimate'), value: format.cost(row.estimate) },
          { id: 'held', label: t('factHeld'), value: format.cost(row.held) },
        ]),
    {
      ...{ id: 'charged', label: t('factCharged') },
      value: row.charged === null ? t('notYet') : format.cost(row.charged),
    },
  ]
  return (
    <div className="grid gap-4">
      {columns}
      <Facts facts={facts} />
      <div className="flex flex-wrap gap-2">
        {row.results !== '' && (
          <a href={row.results} download className={buttonClass({ variant: 'primary' })}>
            {t('results')}
          </a>
        )}
        {row.request_id !== '' && (
          <Link to="/log" search={{ request_id: row.request_id }} className={buttonClass({})}>
            {t('usageRow')}
          </Link>
        )}
      </div>
    </div>
  )
}
