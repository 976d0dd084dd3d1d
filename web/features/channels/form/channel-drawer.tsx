import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useMutation } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useForm } from 'react-hook-form'
import { channels } from '#contract/channels.ts'
import type { ProviderCard } from '#contract/providers.ts'
import { confirm } from '../../../lib/confirm.ts'
import { useText } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notify.ts'
import { refresh } from '../../../lib/query.ts'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import { ChannelNotices } from '../list/channel-notices.tsx'
import { type ChannelTask, initialValues, saveChannel, taskTitles } from '../runs/channel-task.ts'
import { AccessFields } from './access-fields.tsx'
import { AdvancedFields } from './advanced-fields.tsx'
import { channelSchema, endsWithVersion, makesMany } from './channel-form.ts'
import type { ChannelFormValues } from './channel-values.ts'
import { ProviderField } from './provider-field.tsx'
import { RoutingFields } from './routing-fields.tsx'
import { SettingFields } from './setting-fields.tsx'
import { useProviders } from './use-providers.ts'

/** The form of a channel: its provider first, then what that provider needs. */
export function ChannelDrawer({ task, onClose }: { task: ChannelTask; onClose(): void }) {
  const t = useText('channels')
  const providers = useProviders()
  const providerOf = (type: number) => providers.find((candidate) => candidate.type === type)
  const schema = useMemo(
    () => channelSchema(t, { key: task.kind === 'create', addressOf: (type) => needsAddress(providers, type) }),
    [t, task.kind, providers],
  )
  const form = useForm<ChannelFormValues>({
    resolver: standardSchemaResolver(schema),
    mode: 'onTouched',
    defaultValues: initialValues(task, t),
  })
  const save = useMutation({
    mutationFn: (values: ChannelFormValues) => saveChannel(task, values, providerOf(values.type), t),
    onSuccess: (text) => {
      notify.success(text)
      onClose()
    },
    onSettled: () => refresh(channels.list),
  })
  const { isDirty } = form.formState
  const submit = async (values: ChannelFormValues) => {
    if (task.kind === 'edit' && !isDirty) {
      notify.info(t('nothingChanged'))
      return
    }
    const mayFail = endsWithVersion(values.base_url)
    const question = {
      title: t('addressVersionTitle'),
      text: t('addressVersionText'),
      action: t('addressVersionKeep'),
    }
    if (!mayFail || (await confirm(question))) save.mutate(values)
  }
  const [type, key, isKeyList, isBatch] = form.watch(['type', 'key', 'isKeyList', 'isBatch'])
  const provider = providerOf(type)
  const isMany = task.kind !== 'edit' && makesMany({ key, isKeyList, isBatch }, provider)
  const pick = (next: number) => {
    const models = form.getValues('models')
    const nextModels = providerOf(next)?.models ?? []
    // Models that were only filled in follow the provider; chosen ones stay.
    const wereFilled = models.length === 0 || models.join() === provider?.models.join()
    form.setValue('type', next, { shouldDirty: true })
    if (task.kind === 'create' && wereFilled) form.setValue('models', nextModels)
  }
  return (
    <FormDrawer
      open
      onClose={onClose}
      size="wide"
      title={t(taskTitles[task.kind])}
      description={task.kind === 'edit' ? `#${task.channel.id} ${task.channel.name}` : undefined}
      form={form}
      pending={save.isPending}
      submitLabel={t(task.kind === 'edit' ? 'save' : isMany ? 'createEach' : 'create')}
      onSubmit={(values) => void submit(values)}
    >
      <ChannelNotices task={task} />
      <ProviderField providers={providers} type={type} isNew={task.kind === 'create'} onPick={pick} />
      <AccessFields form={form} task={task} provider={provider} />
      <RoutingFields form={form} task={task} provider={provider} />
      <SettingFields form={form} provider={provider} />
      <AdvancedFields form={form} provider={provider} />
    </FormDrawer>
  )
}

const needsAddress = (providers: readonly ProviderCard[], type: number): boolean =>
  providers.find((provider) => provider.type === type)?.base_url_required ?? false
