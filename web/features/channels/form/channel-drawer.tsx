import { useMemo, useState } from 'react'
import { channels } from '#contract/channels.ts'
import type { ProviderCard } from '#contract/providers.ts'
import { confirm } from '../../../lib/confirm.ts'
import { useText } from '../../../lib/i18n.ts'
import { isTouched } from '../../../lib/media.ts'
import { notify } from '../../../lib/notify.ts'
import { useProviders } from '../../../lib/provider-cards.ts'
import { refresh } from '../../../lib/query.ts'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import { useRecordForm } from '../../../ui/use-record-form.ts'
import { ChannelNotices } from '../list/channel-notices.tsx'
import { type ChannelTask, saveChannel, taskForm, taskTitles } from '../runs/channel-task.ts'
import { AccessFields } from './access-fields.tsx'
import { AdvancedFields } from './advanced-fields.tsx'
import { endsWithVersion, makesMany } from './channel-form.ts'
import { ProviderField } from './provider-field.tsx'
import { RoutingFields } from './routing-fields.tsx'
import { SettingFields } from './setting-fields.tsx'
import { useKeyGuess } from './use-key-guess.ts'

const none: readonly ProviderCard[] = []

/** The form of a channel: its provider first, then what that provider needs. */
export function ChannelDrawer({ task, onClose }: { task: ChannelTask; onClose(): void }) {
  const t = useText('channels')
  const known = useProviders()
  const providers = known.state === 'here' ? known.value : none
  const providerOf = (type: number) => providers.find((candidate) => candidate.type === type)
  const form = useMemo(() => taskForm(task, providers, t), [task, providers, t])
  const edit = useRecordForm(form, {
    text: t,
    before: task.kind === 'edit' ? task.channel : undefined,
    save: async (values) => {
      const question = {
        title: t('addressVersionTitle'),
        text: t('addressVersionText'),
        action: t('addressVersionKeep'),
      }
      if (endsWithVersion(values.base_url) && !(await confirm(question))) return
      try {
        notify.success(await saveChannel(task, edit, providerOf(values.type), t))
        onClose()
      } finally {
        void refresh(channels.list)
      }
    },
  })
  const [type, key, isKeyList, isBatch] = edit.form.watch(['type', 'key', 'isKeyList', 'isBatch'])
  const provider = providerOf(type)
  const isMany = task.kind !== 'edit' && makesMany({ key, isKeyList, isBatch }, provider)
  const pick = (next: number) => {
    const models = edit.form.getValues('models')
    const nextModels = providerOf(next)?.models ?? []
    // Models that were only filled in follow the provider; chosen ones stay.
    const wereFilled = models.length === 0 || models.join() === provider?.models.join()
    edit.form.setValue('type', next, { shouldDirty: true })
    if (task.kind === 'create' && wereFilled) edit.form.setValue('models', nextModels)
  }
  const [isPicked, setPicked] = useState(false)
  const guess = useKeyGuess(edit, (next) => !isPicked && pick(next))
  return (
    <FormDrawer
      open
      onClose={onClose}
      size="wide"
      title={t(taskTitles[task.kind])}
      description={task.kind === 'edit' ? `#${task.channel.id} ${task.channel.name}` : undefined}
      form={edit.form}
      pending={edit.isPending}
      submitLabel={t(task.kind === 'edit' ? 'save' : isMany ? 'createEach' : 'createChannel')}
      onSubmit={edit.submit}
    >
      <ChannelNotices task={task} />
      <ProviderField
        providers={known}
        type={type}
        isNew={task.kind === 'create'}
        onPick={(next) => {
          // Before the button goes away with the focus on it, and not a moment later as the form would by itself: the
          // window would take it back by then. A keyboard over the screen is not asked for.
          if (!isTouched()) nameBeside(document.activeElement)?.focus()
          setPicked(true)
          pick(next)
        }}
      />
      <AccessFields edit={edit} task={task} provider={provider} onPaste={task.kind === 'create' ? guess : undefined} />
      <RoutingFields edit={edit} task={task} provider={provider} />
      <SettingFields edit={edit} provider={provider} />
      <AdvancedFields edit={edit} provider={provider} />
    </FormDrawer>
  )
}

const nameBeside = (control: Element | null) => control?.closest('form')?.querySelector<HTMLElement>('[name="name"]')
