import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { channelBatches, type WholeTag } from '#contract/channel-batches.ts'
import { channels } from '#contract/channels.ts'
import { models } from '#contract/models.ts'
import { call } from '../../../lib/api.ts'
import { useText } from '../../../lib/i18n.ts'
import { knownOf } from '../../../lib/known.ts'
import { notify } from '../../../lib/notify.ts'
import { endpointQuery, refresh } from '../../../lib/query.ts'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import { Input } from '../../../ui/input.tsx'
import { MultiCombobox } from '../../../ui/multi-combobox.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { RecordField } from '../../../ui/record-field.tsx'
import { useRecordForm } from '../../../ui/use-record-form.ts'
import type { ColumnsEdit } from '../form/column-entry.ts'
import { ColumnField } from '../form/column-field.tsx'
import { useKnownModels } from '../form/use-known-models.ts'
import { countIn, useTakeBack } from '../values/give-values.ts'
import { PartsOfSome } from './parts-of-some.tsx'
import { differs, hasParts, partlyOf, sharedColumns, type TagEdit, tagChange, tagForm } from './tag-form.ts'

/** Changes what all channels of a tag have in common, and leaves each what is its own. */
export function TagDrawer({ tag, onClose }: { tag: WholeTag; onClose(): void }) {
  const t = useText('channels')
  const { undoOf } = useTakeBack()
  const edit = useRecordForm(tagForm, {
    text: t,
    before: tag,
    save: async (values) => {
      try {
        const replaced = await call(channelBatches.changeTag, { body: tagChange(tag, values) })
        const undo = undoOf(replaced.map(({ ids, was, now }) => ({ ids, to: was, from: now })))
        if (replaced.length === 0) notify.info(t('valuesSame'))
        else notify.success(t('tagUpdated', { count: countIn(replaced) }), undo)
        onClose()
      } finally {
        void refresh(channels.list)
      }
    },
  })
  return (
    <FormDrawer
      open
      onClose={onClose}
      title={t('editTag', { tag: tag.tag })}
      form={edit.form}
      pending={edit.isPending}
      onSubmit={edit.submit}
    >
      <Notice>{t('tagReaches', { count: tag.count })}</Notice>
      <RecordField edit={edit} name="tag">
        {(field) => <Input {...field} maxLength={64} />}
      </RecordField>
      <SharedFields edit={edit} tag={tag} />
    </FormDrawer>
  )
}

function SharedFields({ edit, tag }: { edit: TagEdit; tag: WholeTag }) {
  // seam: every field of the form is one of these values
  const columns = edit as unknown as ColumnsEdit<WholeTag, Record<string, unknown>>
  const t = useText('channels')
  const groups = useQuery(endpointQuery(models.groups))
  const known = useKnownModels()
  return sharedColumns.map(([name, column]) => {
    const own = hasParts(column) ? t('tagParts') : t(`field.${name}.hint`)
    const field = { edit: columns, name, hint: differs(tag, column) ? t('tagDiffers') : own }
    return (
      <Fragment key={name}>
        {name === 'models' ? (
          <RecordField {...field}>
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
          </RecordField>
        ) : (
          <ColumnField {...field} column={column} choices={knownOf(groups)} />
        )}
        <PartsOfSome edit={columns} name={name} column={column} parts={partlyOf(tag, column)} total={tag.count} />
      </Fragment>
    )
  })
}
