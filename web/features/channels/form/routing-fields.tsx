import { useQuery } from '@tanstack/react-query'
import type { UseFormReturn } from 'react-hook-form'
import { models } from '#contract/models.ts'
import type { ProviderCard } from '#contract/providers.ts'
import { useText } from '../../../lib/i18n.ts'
import { endpointQuery } from '../../../lib/query.ts'
import { FormField } from '../../../ui/form-field.tsx'
import { FormSection } from '../../../ui/form-section.tsx'
import { MultiCombobox } from '../../../ui/multi-combobox.tsx'
import { NumberInput } from '../../../ui/number-input.tsx'
import type { ChannelTask } from '../runs/channel-task.ts'
import type { ChannelFormValues } from './channel-form.ts'
import { JsonField } from './json-field.tsx'
import { ModelsField } from './models-field.tsx'

type RoutingFieldsProps = {
  form: UseFormReturn<ChannelFormValues>
  task: ChannelTask
  provider: ProviderCard | undefined
}

/** What the channel serves, to whom, and with what share. */
export function RoutingFields({ form, task, provider }: RoutingFieldsProps) {
  const t = useText('channels')
  const groups = useQuery(endpointQuery(models.groups))
  return (
    <FormSection title={t('sectionModels')}>
      <ModelsField form={form} task={task} provider={provider} />
      <FormField control={form.control} name="groups" label={t('fieldGroups')} hint={t('groupsHint')}>
        {({ ref: _ref, name: _name, ...field }) => <MultiCombobox {...field} choices={groups.data ?? noNames} />}
      </FormField>
      <JsonField
        control={form.control}
        name="modelMapping"
        label={t('fieldMapping')}
        hint={t('mappingHint')}
        template="mapping"
      />
      <div className="grid gap-4.5 sm:grid-cols-2">
        <FormField control={form.control} name="priority" label={t('fieldPriority')} hint={t('priorityHint')}>
          {({ ref, name: _name, ...field }) => (
            <NumberInput {...field} inputRef={ref} minimum={-999} maximum={1_000_000_000} decimals={0} />
          )}
        </FormField>
        <FormField control={form.control} name="weight" label={t('fieldWeight')} hint={t('weightHint')}>
          {({ ref, name: _name, ...field }) => (
            <NumberInput {...field} inputRef={ref} minimum={0} maximum={1_000_000} decimals={0} />
          )}
        </FormField>
      </div>
    </FormSection>
  )
}

const noNames: readonly string[] = []
