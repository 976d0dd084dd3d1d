import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type Control, type UseFormReturn, useForm } from 'react-hook-form'
import { channelBatches, type TagChange } from '#contract/channel-batches.ts'
import { type ChannelTag, channels } from '#contract/channels.ts'
import { models } from '#contract/models.ts'
import { call } from '../../../lib/api.ts'
import { useText } from '../../../lib/i18n.ts'
import { knownOf } from '../../../lib/known.ts'
import { notify } from '../../../lib/notify.ts'
import { endpointQuery, refresh } from '../../../lib/query.ts'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import { FormField } from '../../../ui/form-field.tsx'
import { Input } from '../../../ui/input.tsx'
import { MultiCombobox } from '../../../ui/multi-combobox.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { ColumnField, type ColumnValues } from '../form/column-field.tsx'
import { useKnownModels } from '../form/use-known-models.ts'
import { differs, sharedColumns, type TagFormValues, tagChange, tagSchema, tagValues } from './tag-form.ts'

/** Changes what all channels of a tag have in common. */
export function TagDrawer({ row, onClose }: { row: ChannelTag; onClose(): void }) {
  const t = useText('channels')
  const schema = useMemo(() => tagSchema(t), [t])
  const form = useForm<TagFormValues>({
    resolver: standardSchemaResolver(schema),
    mode: 'onTouched',
    defaultValues: tagValues(row),
  })
  const save = useMutation({
    mutationFn: (body: TagChange) => call(channelBatches.changeTag, { body }),
    onSuccess: () => {
      notify.success(t('tagUpdated'))
      onClose()
    },
    onSettled: () => refresh(channels.list),
  })
  const submit = (values: TagFormValues) => {
    const change = tagChange(row, values)
    if (change) save.mutate(change)
    else notify.info(t('nothingChanged'))
  }
  return (
    <FormDrawer
      open
      onClose={onClose}
      title={t('editTag', { tag: row.tag })}
      form={form}
      pending={save.isPending}
      onSubmit={submit}
    >
      <Notice>{t('tagReaches', { count: row.count })}</Notice>
      <FormField control={form.control} name="tag" label={t('fieldTagName')} hint={t('tagNameHint')}>
        {(field) => <Input {...field} maxLength={64} />}
      </FormField>
      <SharedFields form={form} row={row} />
    </FormDrawer>
  )
}

function SharedFields({ form, row }: { form: UseFormReturn<TagFormValues>; row: ChannelTag }) {
  // seam: every field of the form is one of these values
  const control = form.control as unknown as Control<ColumnValues>
  const t = useText('channels')
  const groups = useQuery(endpointQuery(models.groups))
  const known = useKnownModels()
  return sharedColumns.map(([name, column]) => {
    const kept = column.kind === 'names' ? t('tagKeeps') : t(`field.${name}.hint`)
    const field = { control, name, column, hint: differs(row, name) ? t('tagDiffers') : kept }
    if (name !== 'models') return <ColumnField key={name} {...field} choices={knownOf(groups)} />
    return (
      <FormField key={name} control={control} name={name} label={t('field.models')} hint={field.hint}>
        {({ ref: _ref, name: _name, value, ...rest }) => (
          <MultiCombobox
            {...rest}
            value={Array.isArray(value) ? value : []}
            creatable
            choices={known}
            placeholder={t('modelsPlaceholder')}
            onDuplicates={(names) => notify.info(t('modelsRepeated', { names: names.join(', ') }))}
          />
        )}
      </FormField>
    )
  })
}
