import { useQuery } from '@tanstack/react-query'
import { session } from '#contract/session.ts'
import { type Formats, useFormat } from '../../lib/format.ts'
import { type Text, useText } from '../../lib/i18n.ts'
import { knownOf, mapKnown } from '../../lib/known.ts'
import { endpointQuery } from '../../lib/query.ts'
import { MultiCombobox } from '../../ui/multi-combobox.tsx'
import { RecordField } from '../../ui/record-field.tsx'
import { Select } from '../../ui/select.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import type { TokenEdit } from './token-form.ts'
import { type Groups, useGroups } from './use-groups.ts'

/** One address and one range, of those that are kept for examples. */
const exampleAddresses = '203.0.113.7\n198.51.100.0/24'

/** What the token may be used for: group, models, addresses. */
export function AccessFields({ edit }: { edit: TokenEdit }) {
  const t = useText('tokens')
  const format = useFormat()
  const groups = useGroups()
  const models = useQuery(endpointQuery(session.models))
  return (
    <>
      <RecordField edit={edit} name="group">
        {({ ref: _ref, name: _name, ...field }) => (
          <Select {...field} choices={mapKnown(groups, (known) => groupChoices(known, field.value, t, format))} />
        )}
      </RecordField>
      <RecordField edit={edit} name="models">
        {({ ref: _ref, name: _name, ...field }) => (
          <MultiCombobox {...field} choices={knownOf(models)} placeholder={t('modelsPlaceholder')} />
        )}
      </RecordField>
      <RecordField edit={edit} name="addresses">
        {(field) => (
          <Textarea
            {...field}
            spellCheck={false}
            rows={3}
            placeholder={exampleAddresses}
            className="font-mono text-[13px]"
          />
        )}
      </RecordField>
      <RecordField edit={edit} name="isStrict" />
    </>
  )
}

/** A group that may no longer be chosen stays visible on the token that has it. */
const groupChoices = (groups: Groups, current: string, t: Text<'tokens'>, format: Formats) => [
  { value: '', label: t('groupOwn'), hint: t('groupOwnHint') },
  ...Object.entries(groups).map(([name, { ratio, desc }]) => ({
    value: name,
    label: name,
    hint: [desc === name ? '' : desc, t('groupRatio', { ratio: format.ratio(ratio) })]
      .filter((part) => part !== '')
      .join(' · '),
  })),
  ...(current === '' || Object.hasOwn(groups, current) ? [] : [{ value: current, label: current }]),
]
