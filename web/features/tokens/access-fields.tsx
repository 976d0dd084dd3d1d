import { useQuery } from '@tanstack/react-query'
import type { UseFormReturn } from 'react-hook-form'
import { session } from '#contract/session.ts'
import { type Text, useText } from '../../lib/i18n.ts'
import { knownOf, mapKnown } from '../../lib/known.ts'
import { endpointQuery } from '../../lib/query.ts'
import { FormField } from '../../ui/form-field.tsx'
import { MultiCombobox } from '../../ui/multi-combobox.tsx'
import { Select } from '../../ui/select.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import type { TokenFormValues } from './token-form.ts'

type Groups = Record<string, { ratio: number; desc: string }>

/** What the token may be used for: group, models, addresses. */
export function AccessFields({ form }: { form: UseFormReturn<TokenFormValues> }) {
  const t = useText('tokens')
  const groups = useQuery(endpointQuery(session.groups))
  const models = useQuery(endpointQuery(session.models))
  return (
    <>
      <FormField control={form.control} name="group" label={t('fieldGroup')}>
        {({ ref: _ref, name: _name, ...field }) => (
          <Select {...field} choices={mapKnown(knownOf(groups), (known) => groupChoices(known, field.value, t))} />
        )}
      </FormField>
      <FormField control={form.control} name="models" label={t('fieldModels')} hint={t('modelsHint')}>
        {({ ref: _ref, name: _name, ...field }) => (
          <MultiCombobox {...field} choices={knownOf(models)} placeholder={t('modelsPlaceholder')} />
        )}
      </FormField>
      <FormField control={form.control} name="addresses" label={t('fieldAddresses')} hint={t('addressesHint')}>
        {(field) => <Textarea {...field} spellCheck={false} rows={3} className="font-mono text-[13px]" />}
      </FormField>
    </>
  )
}

/** A group that may no longer be chosen stays visible on the token that has it. */
const groupChoices = (groups: Groups, current: string, t: Text<'tokens'>) => [
  { value: '', label: t('groupOwn'), hint: t('groupOwnHint') },
  ...Object.entries(groups).map(([name, { ratio, desc }]) => ({
    value: name,
    label: name,
    hint: [desc === name ? '' : desc, t('groupRatio', { ratio })].filter((part) => part !== '').join(' · '),
  })),
  ...(current === '' || Object.hasOwn(groups, current) ? [] : [{ value: current, label: current }]),
]
