import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ChannelValues } from '#contract/channel-batches.ts'
import { channelColumns } from '#contract/channel-fields.ts'
import type { Channel } from '#contract/channels.ts'
import { models } from '#contract/models.ts'
import { useText } from '../../../lib/i18n.ts'
import { knownOf } from '../../../lib/known.ts'
import { endpointQuery } from '../../../lib/query.ts'
import { Button } from '../../../ui/button.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { Input } from '../../../ui/input.tsx'
import { MultiCombobox } from '../../../ui/multi-combobox.tsx'
import { NumberInput } from '../../../ui/number-input.tsx'
import { RecordField } from '../../../ui/record-field.tsx'
import { Select } from '../../../ui/select.tsx'
import { type RecordEditOf, useFieldValue, useRecordForm } from '../../../ui/use-record-form.ts'
import { useSetValues } from './use-set-values.ts'
import { previewOf, type ValueName, valueNames } from './value-preview.ts'
import { nameOf, type ValuesForm, valuesForm, valuesIn } from './values-form.ts'

type ValuesDialogProps = { channels: readonly Channel[]; name: ValueName; onDone(): void; onClose(): void }

/** Gives the selected channels one value, once it is seen what that changes. */
export function ValuesDialog({ channels, name, onDone, onClose }: ValuesDialogProps) {
  const t = useText('channels')
  const { giveAndWait, isBusy } = useSetValues()
  const [channel] = channels
  // What is chosen for one channel is its tag, and the one it has can be changed.
  const only = name === 'tag' && channels.length === 1 ? channel : undefined
  const [description] = useState(() => valuesForm(name, only?.tag ?? ''))
  const give = async (to: ChannelValues) => {
    await giveAndWait({ ids: channels.map(({ id }) => id), to })
    onDone()
    onClose()
  }
  const edit = useRecordForm(description, { text: t, save: (values) => give(valuesIn(values) ?? {}) })
  const what = nameOf(useFieldValue(edit, 'what'))
  const to = valuesIn({
    what,
    priority: useFieldValue(edit, 'priority'),
    weight: useFieldValue(edit, 'weight'),
    group: useFieldValue(edit, 'group'),
    tag: useFieldValue(edit, 'tag'),
  })
  return (
    <FormDialog
      onClose={onClose}
      title={only ? t('setTagOf', { name: only.name }) : t('valuesTitle', { count: channels.length })}
      onSubmit={edit.form.handleSubmit(edit.submit)}
      dirty={edit.form.formState.isDirty}
      pending={edit.isPending}
      submitLabel={t('save')}
      aside={
        what === 'tag' &&
        only?.tag !== '' && (
          <Button disabled={isBusy} onClick={() => void give({ tag: '' }).catch(() => {})}>
            {t('untag')}
          </Button>
        )
      }
    >
      {!only && (
        <RecordField edit={edit} name="what">
          {({ ref: _ref, name: _name, ...field }) => (
            <Select {...field} choices={valueNames.map((each) => ({ value: each, label: t(`field.${each}`) }))} />
          )}
        </RecordField>
      )}
      <ValueField edit={edit} name={what} />
      <Preview channels={channels} to={to} />
    </FormDialog>
  )
}

function ValueField({ edit, name }: { edit: RecordEditOf<ValuesForm>; name: ValueName }) {
  const groups = useQuery(endpointQuery(models.groups))
  switch (name) {
    case 'priority':
    case 'weight': {
      const { min, max } = channelColumns[name]
      return (
        <RecordField key={name} edit={edit} name={name} required>
          {({ ref, name: _name, ...field }) => (
            <NumberInput
              {...field}
              inputRef={ref}
              minimum={min}
              {...(max === undefined ? {} : { maximum: max })}
              decimals={0}
            />
          )}
        </RecordField>
      )
    }
    case 'group':
      return (
        <RecordField edit={edit} name="group" required>
          {({ ref: _ref, name: _name, ...field }) => <MultiCombobox {...field} choices={knownOf(groups)} />}
        </RecordField>
      )
    case 'tag':
      return (
        <RecordField edit={edit} name="tag" required>
          {(field) => <Input {...field} maxLength={channelColumns.tag.longest} />}
        </RecordField>
      )
  }
}

const mostLines = 5

function Preview({ channels, to }: { channels: readonly Channel[]; to: ChannelValues | undefined }) {
  const t = useText('channels')
  const words = useText('lists')
  if (to === undefined) return null
  const { total, already, from } = previewOf(channels, to)
  const wanted = Object.values(to).join('')
  const rest = from.slice(mostLines).reduce((sum, { count }) => sum + count, 0)
  return (
    <div className="grid gap-1 text-[13px]" aria-live="polite">
      <p className="font-medium">{t('valuesChange', { count: total - already, total })}</p>
      {already > 0 && <p className="text-muted">{t('valuesAlready', { count: already, total })}</p>}
      <ul className="grid gap-1 text-muted">
        {from.slice(0, mostLines).map(({ value, count }) => (
          <li key={value} className="break-words">
            {t('valuesFrom', { count, from: value || t('valuesNone'), to: wanted })}
          </li>
        ))}
        {rest > 0 && <li>{words('failedMore', { count: rest })}</li>}
      </ul>
    </div>
  )
}
