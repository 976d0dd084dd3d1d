import { useQuery } from '@tanstack/react-query'
import { models } from '#contract/models.ts'
import type { ProviderCard } from '#contract/providers.ts'
import { useText } from '../../../lib/i18n.ts'
import { knownOf } from '../../../lib/known.ts'
import { endpointQuery } from '../../../lib/query.ts'
import { FormSection } from '../../../ui/form-section.tsx'
import { MultiCombobox } from '../../../ui/multi-combobox.tsx'
import { RecordField } from '../../../ui/record-field.tsx'
import type { ChannelTask } from '../runs/channel-task.ts'
import type { ChannelEdit } from './channel-form.ts'
import { ModelsField } from './models-field.tsx'
import { SectionFields } from './section-fields.tsx'

type RoutingFieldsProps = {
  edit: ChannelEdit
  task: ChannelTask
  provider: ProviderCard | undefined
}

/** What the channel serves, to whom, and with what share. */
export function RoutingFields({ edit, task, provider }: RoutingFieldsProps) {
  const t = useText('channels')
  const groups = useQuery(endpointQuery(models.groups))
  return (
    <FormSection title={t('sectionModels')}>
      <SectionFields
        edit={edit}
        section="routing"
        own={{
          models: <ModelsField edit={edit} task={task} provider={provider} />,
          group: (
            <RecordField edit={edit} name="group">
              {({ ref: _ref, name: _name, ...field }) => <MultiCombobox {...field} choices={knownOf(groups)} />}
            </RecordField>
          ),
        }}
      />
    </FormSection>
  )
}
