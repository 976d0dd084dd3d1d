import { useState } from 'react'
import { useFormat } from '../../../lib/format.ts'
import { useText } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { SearchInput } from '../../../ui/search-input.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { modelFamilies, pickedModels } from './model-families.ts'

type ModelPickerDialogProps = {
  /** What the upstream says it has. */
  offered: readonly string[]
  chosen: readonly string[]
  onPick(models: string[]): void
  onClose(): void
}

type View = 'all' | 'fresh' | 'gone'

/** Which of the upstream's models a channel serves; those it serves and the upstream no longer has stand apart. */
export function ModelPickerDialog({ offered, chosen, onPick, onClose }: ModelPickerDialogProps) {
  const t = useText('channels')
  const format = useFormat()
  const [ticked, setTicked] = useState<ReadonlySet<string>>(() => new Set(chosen))
  const [query, setQuery] = useState('')
  const [view, setView] = useState<View>('all')
  const lists: Record<View, string[]> = {
    all: [...new Set([...offered, ...chosen])],
    fresh: offered.filter((model) => !chosen.includes(model)),
    gone: chosen.filter((model) => !offered.includes(model)),
  }
  const families = modelFamilies(lists[view], query)
  const tick = (models: readonly string[], isTicked: boolean) => setTicked((old) => withModels(old, models, isTicked))
  const picked = pickedModels(chosen, offered, ticked)
  return (
    <Dialog
      open
      size="lg"
      onClose={onClose}
      title={t('pickerTitle')}
      description={t('pickerHint', { count: offered.length })}
      footer={
        <>
          <span role="status" className="mr-auto self-center text-[13px] text-muted">
            {t('pickerChosen', { count: picked.length })}
          </span>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button
            variant="primary"
            onClick={() => {
              onPick(picked)
              onClose()
            }}
          >
            {t('pickerApply')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <SearchInput label={t('pickerSearch')} value={query} onSearch={setQuery} />
        <Tabs
          label={t('pickerTitle')}
          value={view}
          onChange={setView}
          tabs={[
            { value: 'all', label: `${t('pickerAll')} (${format.number(lists.all.length)})` },
            { value: 'fresh', label: `${t('pickerFresh')} (${format.number(lists.fresh.length)})` },
            { value: 'gone', label: `${t('pickerGone')} (${format.number(lists.gone.length)})` },
          ]}
        >
          <div className="grid gap-4">
            {families.length === 0 && <p className="py-6 text-center text-[13px] text-muted">{t('pickerNone')}</p>}
            {families.map(({ family, models }) => (
              <Family key={family} family={family} models={models} ticked={ticked} onTick={tick} />
            ))}
          </div>
        </Tabs>
      </div>
    </Dialog>
  )
}

type FamilyProps = {
  family: string
  models: readonly string[]
  ticked: ReadonlySet<string>
  onTick(models: readonly string[], isTicked: boolean): void
}

function Family({ family, models, ticked, onTick }: FamilyProps) {
  const t = useText('channels')
  const format = useFormat()
  const count = models.filter((model) => ticked.has(model)).length
  return (
    <fieldset aria-label={family} className="min-w-0">
      <Checkbox
        label={t('pickerFamily', { family })}
        checked={count === models.length}
        indeterminate={count > 0 && count < models.length}
        onChange={(isTicked) => onTick(models, isTicked)}
      >
        <span className="font-medium">{family}</span>{' '}
        <span className="text-xs text-muted">
          {format.number(count)}/{format.number(models.length)}
        </span>
      </Checkbox>
      <div className="mt-1.5 grid gap-x-4 gap-y-1 border-l pl-4 sm:grid-cols-2 lg:grid-cols-3">
        {models.map((model) => (
          <Checkbox key={model} checked={ticked.has(model)} onChange={(isTicked) => onTick([model], isTicked)}>
            <span className="text-[13px] break-all">{model}</span>
          </Checkbox>
        ))}
      </div>
    </fieldset>
  )
}

const withModels = (old: ReadonlySet<string>, models: readonly string[], isTicked: boolean): ReadonlySet<string> => {
  const next = new Set(old)
  for (const model of models) {
    if (isTicked) next.add(model)
    else next.delete(model)
  }
  return next
}
