import { useNavigate } from '@tanstack/react-router'
import { type Dispatch, type SetStateAction, useMemo, useState } from 'react'
import { channels } from '#contract/channels.ts'
import { type FormAddress, useFormAddress } from '../../lib/form-address.ts'
import { useText } from '../../lib/i18n.ts'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { recordOf } from '../../lib/list-rows.ts'
import { notifyFailure } from '../../lib/query.ts'
import { Overlay } from '../../ui/overlay.tsx'
import { RecordForms } from '../../ui/record-forms.tsx'
import type { ChannelTools } from './list/channel-actions.ts'
import { ChannelDialog, type OpenDialog } from './list/channel-dialogs.tsx'
import { useEnableKeys } from './list/use-enable-keys.ts'
import { testMany } from './tests/test-many.ts'

const ChannelDrawer = lazyPart(() => import('./form/channel-drawer.tsx'), 'ChannelDrawer')

/** With its keys, which the form shows. */
const channelWithKeys = recordOf(channels.read)

/** Looking at a channel reads no key. */
export const channelSource = recordOf(channels.read, { keyless: 'true' })

type ChannelWindowProps = {
  form: FormAddress
  dialog: OpenDialog | undefined
  setDialog: Dispatch<SetStateAction<OpenDialog | undefined>>
  /** What was selected has been changed. */
  onDone?: () => void
}

/** What a page with channels on it opens: the form, and what has no address of its own. `own` is the page's channel. */
export const useChannelWindow = (own?: string) => {
  const t = useText('channels')
  const navigate = useNavigate()
  const form = useFormAddress('/channel', own)
  const [dialog, setDialog] = useState<OpenDialog>()
  const { open } = form
  const { enable } = useEnableKeys()
  const tools = useMemo<ChannelTools>(
    () => ({
      edit: open,
      test: (channel) => setDialog({ kind: 'tests', channel }),
      // The list has no keys, so a copy is made of the channel itself.
      copy: async ({ id }) => {
        try {
          setDialog({ kind: 'copy', source: await channelWithKeys.read(id) })
        } catch (error) {
          notifyFailure(error, t('copyFailed'))
        }
      },
      enableKeys: (channel) => enable({ channel }),
      setValues: (channels, name) => setDialog({ kind: 'values', channels, name }),
      testMany: (channels) => testMany(channels, t),
      editTag: (tag) => setDialog({ kind: 'editTag', tag }),
      showTag: (tag) => {
        void navigate({ to: '/channel', search: { tag } })
      },
    }),
    [open, enable, navigate, t],
  )
  return { tools, create: form.create, preload: ChannelDrawer.preload, form, dialog, setDialog }
}

const nothing = () => {}

export function ChannelWindow({ form, dialog, setDialog, onDone = nothing }: ChannelWindowProps) {
  const t = useText('channels')
  // Not what took its place.
  const closeDialog = () => setDialog((now) => (now === dialog ? undefined : now))
  return (
    <>
      <RecordForms
        form={form}
        source={channelWithKeys}
        missing={t('notFound')}
        adding={<ChannelDrawer task={{ kind: 'create' }} onClose={form.close} />}
      >
        {(channel) => <ChannelDrawer task={{ kind: 'edit', channel }} onClose={form.close} />}
      </RecordForms>
      <Overlay onClose={closeDialog}>
        {dialog && <ChannelDialog dialog={dialog} onDone={onDone} onClose={closeDialog} />}
      </Overlay>
    </>
  )
}
