import { CircleStop } from 'lucide-react'
import { batches } from '#contract/batches.ts'
import { type Actions, eachRow } from '../../lib/actions.ts'
import { isUnderWay } from '../../ui/list/work-cells.tsx'
import type { BatchRow } from './batch-row.ts'

export const batchActions: Actions<BatchRow, 'batches', object> = {
  stop: {
    ...{ label: 'stop', icon: CircleStop, danger: true },
    blocked: (batch) => (isUnderWay(batch) ? undefined : 'stopOver'),
    ask: ([{ task_id: id = '' } = {}], t) => ({
      ...{ title: t('stopTitle', { id }), text: t('stopText'), action: t('stop'), danger: true },
    }),
    run: eachRow(batches.cancel, ({ id }) => ({ params: { id: String(id) } })),
    done: ([{ task_id: id = '' } = {}], t) => t('stopDone', { id }),
  },
}
