import { type Channel, channels } from '#contract/channels.ts'
import { models } from '#contract/models.ts'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useForm } from 'react-hook-form'
import { call } from '../../lib/api.ts'
import { confirm } from '../../lib/confirm.ts'
import { useText } from '../../lib/i18n.ts'
import { notify } from '../../lib/notify.ts'
import { endpointQuery, refresh } from '../../lib/query.ts'
import { Drawer } from '../../ui/drawer.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { FormSection } from '../../ui/form-section.tsx'
import { Input } from '../../ui/input.tsx'
import { MultiCombobox } from '../../ui/multi-combobox.tsx'
import { NumberInput } from '../../ui/number-input.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { AdvancedFields } from './advanced-fields.tsx'
import {
  type ChannelFormValues,
  channelChange,
  channelSchema,
  channelValues,
  endsWithVersion,
  newChannelBody,
  newChannelValues,
} from './channel-form.ts'
import { KeyField } from './key-field.tsx'
import { ModelsField } from './models-field.tsx'
import { ProviderField } from './provider-field.tsx'
import { ProviderGrid } from './provider-grid.tsx'
import { useProviders } from './use-providers.ts'

/** Whether a channel is made, made after another one, or changed. */
export type ChannelTask = { kind: 'create' } | { kind: 'copy'; source: Channel } | { kind: 'edit'; channel: Channel }

/** The provider comes first; its fields follow. */
export function ChannelDrawer({ task, onClose }: { task: ChannelTask; onClose(): void }) {
  const t = useText('channels')
  const providers = useProviders()
  const [type, setType] = useState<number>()
  if (task.kind === 'create' && type === undefined) {
    return (
      <Drawer open onClose={onClose} size="wide" title={t('createChannel')} description={t('chooseProvider')}>
        <ProviderGrid providers={providers} current={undefined} onPick={setType} />
      </Drawer>
    )
  }
  return <ChannelForm task={task} type={type} onClose={onClose} />
}
