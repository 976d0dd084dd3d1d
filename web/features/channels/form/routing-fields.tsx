import { useQuery } from '@tanstack/react-query'
import type { UseFormReturn } from 'react-hook-form'
import { models } from '#contract/models.ts'
import type { ProviderCard } from '#contract/providers.ts'
import { useText } from '../../../lib/i18n.ts'
import { knownOf } from '../../../lib/known.ts'
import { endpointQuery } from '../../../lib/query.ts'
import { FormField } from '../../../ui/form-field.tsx'
import { FormSection } from '../../../ui/form-section.tsx'
import { MultiCombobox } from '../../../ui/multi-combobox.tsx'
import type { ChannelTask } from '../runs/channel-task.ts'
import type { ChannelFormValues } from './channel-values.ts'
import { ModelsField } from './models-field.tsx'
import { SectionFields } from './section-fields.tsx'

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
      <SectionFields
        form={form}
        section="routing"
        own={{
          models: <ModelsField form={form} task={task} provider={provider} />,
          group: (
            <FormField control={form.control} name="group" label={t('field.group')} hint={t('field.group.hint')}>
              {({ ref: _ref, name: _name, ...field }) => <MultiCombobox {...field} choices={knownOf(groups)} />}
            </FormField>
          ),
        }}
      />
    </FormSection>
  )
}
