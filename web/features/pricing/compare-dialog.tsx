import { X } from 'lucide-react'
import { useMemo } from 'react'
import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { useStore } from '../../lib/store.ts'
import { Badge } from '../../ui/badge.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Mark } from '../../ui/mark.tsx'
import { TableFile } from '../../ui/table-file.tsx'
import { type ComparedLine, compareModels, mostCompared } from './comparison.ts'
import { unitPreference } from './price-unit.ts'
import type { ShownModel } from './shown-models.ts'

type CompareDialogProps = {
  /** All that can be compared. */
  models: readonly ShownModel[]
  /** The names of those that are. */
  names: readonly string[]
  onChange(names: readonly string[]): void
  onClose(): void
}

/** Up to four models side by side. What is compared stands in the address. */
export function CompareDialog({ models, names, onChange, onClose }: CompareDialogProps) {
  const t = useText('pricing')
  const format = useFormat()
  const unit = useStore(unitPreference)
  const compared = useMemo(
    () => names.flatMap((name) => models.find(({ model_name: model }) => model === name) ?? []),
    [models, names],
  )
  const lines = useMemo(() => compareModels(compared, unit, t, format), [compared, unit, t, format])
  const others = models.map(({ model_name: name }) => name).filter((name) => !names.includes(name))
  return (
    <Dialog open onClose={onClose} title={t('compareTitle')} description={t('compareIntro')} size="lg">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 pb-3">
        <div className="flex items-center justify-between gap-2">
          {compared.length < mostCompared && (
            <Combobox
              // A name that was added is no longer among the choices: the box begins anew.
              key={names.join()}
              className="w-full sm:max-w-80"
              label={t('compareAdd')}
              placeholder={t('compareAdd')}
              value={null}
              choices={others}
              onChange={(name) => name !== null && onChange([...names, name])}
            />
          )}
          <TableFile
            name="compared-models"
            columns={[
              { label: t('comparedFact'), plain: ({ label }: ComparedLine) => label },
              ...compared.map(({ model_name: label }, place) => ({
                label,
                plain: ({ cells }: ComparedLine) => cells[place]?.text,
              })),
            ]}
            rows={lines}
          />
        </div>
        <div className="overflow-x-auto print:overflow-visible">
          <table className="w-full border-collapse text-[13px] print:wrap-anywhere">
            <thead>
              <tr>
                <th scope="col" className={headClass}>
                  <span className="sr-only">{t('comparedFact')}</span>
                </th>
                {compared.map((model) => (
                  <th key={model.id} scope="col" className="min-w-30 px-2 py-1.5 text-left align-top font-medium">
                    <ModelHead
                      model={model}
                      onRemove={() => onChange(names.filter((name) => name !== model.model_name))}
                    />
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {lines.map((line) => (
                <LineRow key={line.id} line={line} names={compared.map(({ id }) => id)} />
              ))}
            </tbody>
          </table>
        </div>
      </div>
    </Dialog>
  )
}

// Chinese breaks after every character: a column as narrow as it can be would be as wide as one.
const headClass = 'sticky left-0 w-28 min-w-18 bg-card py-1.5 pr-2 text-left align-top font-normal text-muted'

function ModelHead({ model: { model_name: name, mark }, onRemove }: { model: ShownModel; onRemove(): void }) {
  const t = useText('pricing')
  return (
    <span className="grid gap-1">
      <span className="flex items-center justify-between gap-1.5">
        <Mark mark={mark} label={name} size={18} />
        <IconButton label={t('compareRemove', { model: name })} icon={<X />} onClick={onRemove} />
      </span>
      <span className="font-mono break-words">{name}</span>
    </span>
  )
}

function LineRow({ line, names }: { line: ComparedLine; names: readonly string[] }) {
  const t = useText('pricing')
  return (
    <tr className="border-t">
      <th scope="row" className={headClass}>
        {line.label}
      </th>
      {line.cells.map(({ text, isCheapest }, place) => (
        <td key={names[place]} className="px-2 py-1.5 align-top tabular-nums">
          <span className="flex flex-wrap items-center gap-1.5">
            {text ?? <span className="text-muted">–</span>}
            {isCheapest && <Badge tone="ok">{t('cheapest')}</Badge>}
          </span>
        </td>
      ))}
    </tr>
  )
}
