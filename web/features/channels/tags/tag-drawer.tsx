import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Fragment, useMemo } from 'react'
import { type Control, type UseFormReturn, useForm } from 'react-hook-form'
import { channelBatches, type TagChange, type WholeTag } from '#contract/channel-batches.ts'
import { channels } from '#contract/channels.ts'
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
import { PartsOfSome } from './parts-of-some.tsx'
import {
  differs,
  hasParts,
  partlyOf,
  sharedColumns,
  type TagFormValues,
  tagChange,
  tagSchema,
  tagValues,
} from './tag-form.ts'

/** Changes what all channels of a tag have in common, and leaves each what is its own. */
export function TagDrawer({ tag, onClose }: { tag: WholeTag; onClose(): void }) {
  const t = useText('channels')
  const schema = useMemo(() => tagSchema(t), [t])
  const form = useForm<TagFormValues>({
    resolver: standardSchemaResolver(schema),
    mode: 'onTouched',
    defaultValues: tagValues(tag),
  })
  const save = useMutation({
    mutationFn: (body: TagChange) => call(channelBatches.changeTag, { body }),
    onSuccess: (count) => {
      notify.success(t('tagUpdated', { count }))
      onClose()
    },
    onSettled: () => refresh(channels.list),
  })
  const submit = (values: TagFormValues) => {
    const change = tagChange(tag, values)
    if (change) save.mutate(change)
    else notify.info(t('nothingChanged'))
  }
  return (
    <FormDrawer
      open
      onClose={onClose}
      title={t('editTag', { tag: tag.tag })}
      form={form}
      pending={save.isPending}
      onSubmit={submit}
    >
      <Notice>{t('tagReaches', { count: tag.count })}</Notice>
      <FormField control={form.control} name="tag" label={t('fieldTagName')} hint={t('tagNameHint')}>
        {(field) => <Input {...field} maxLength={64} />}
      </FormField>
      <SharedFields form={form} tag={tag} />
    </FormDrawer>
  )
}

function SharedFields({ form, tag }: { form: UseFormReturn<TagFormValues>; tag: WholeTag }) {
  // seam: every field of the form is one of these values
  const control = form.control as unknown as Control<ColumnValues>
  const t = useText('channels')
  const groups = useQuery(endpointQuery(models.groups))
  const known = useKnownModels()
  return sharedColumns.map(([name, column]) => {
    const own = hasParts(column) ? t('tagParts') : t(`field.${name}.hint`)
    const field = { control, name, column, hint: differs(tag, column) ? t('tagDiffers') : own }
    return (
      <Fragment key={name}>
        {name === 'models' ? (
          <FormField control={control} name={name} label={t('field.models')} hint={field.hint}>
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
        ) : (
          <ColumnField {...field} choices={knownOf(groups)} />
        )}
        <PartsOfSome form={form} name={name} column={column} parts={partlyOf(tag, column)} total={tag.count} />
      </Fragment>
    )
  })
}
