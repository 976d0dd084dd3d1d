import { useText } from '../../lib/i18n.ts'
import { type TableColumn, TableFile } from '../table-file.tsx'
import { type ChartModel, type Slot, totalAt } from './model.ts'

type FilledSlot = { slot: Slot; index: number }

const filledSlots = (model: ChartModel): FilledSlot[] =>
  model.slots.flatMap((slot, index) => (totalAt(model, index) > 0 ? [{ slot, index }] : []))

/** Slots in which there was nothing are left out, and it says so. */
export function ChartTable({ label, model }: { label: string; model: ChartModel }) {
  const t = useText('lists')
  return (
    // biome-ignore lint/a11y/useSemanticElements: a section with a name would be one landmark more
    <div
      role="group"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className="max-h-96 overflow-auto print:max-h-none print:overflow-visible"
    >
      <table className="w-full text-[13px] print:wrap-anywhere">
        <caption className="pb-2 text-left text-xs text-muted">{t('chartTableNote')}</caption>
        <thead>
          <tr className="border-b text-xs text-muted">
            {[{ id: 'time', name: t('chartTime') }, { id: 'total', name: t('chartSum') }, ...model.series].map(
              ({ id, name }) => (
                <th
                  key={id}
                  scope="col"
                  className={`${cell} font-medium whitespace-nowrap first:text-left print:whitespace-normal`}
                >
                  {name}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {filledSlots(model).map(({ slot, index }) => (
            <tr key={slot.id} className="border-b last:border-b-0">
              <th scope="row" className={`${cell} text-left font-medium whitespace-nowrap print:whitespace-normal`}>
                {slot.label}
              </th>
              <td className={cell}>{model.format(totalAt(model, index))}</td>
              {model.series.map(({ id, values }) => (
                <td key={id} className={cell}>
                  {model.format(values[index] ?? 0)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const cell = 'px-2 py-1.5 text-right first:pl-0 last:pr-0'

/** The same as a file. */
export function ChartFile({ name, model }: { name: string; model: ChartModel }) {
  const t = useText('lists')
  const columns: Pick<TableColumn<FilledSlot>, 'label' | 'plain'>[] = [
    { label: t('chartTime'), plain: ({ slot }) => ({ seconds: slot.start }) },
    { label: t('chartSum'), plain: ({ index }) => model.plain(totalAt(model, index)) },
    ...model.series.map(({ name: label, values }) => ({
      label,
      plain: ({ index }: FilledSlot) => model.plain(values[index] ?? 0),
    })),
  ]
  return <TableFile name={name} columns={columns} rows={filledSlots(model)} />
}
