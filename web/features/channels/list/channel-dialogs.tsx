import { lazy } from 'react'
import type { Channel, ChannelTag } from '#contract/channels.ts'

const ChannelDrawer = lazy(() =>
  import('../form/channel-drawer.tsx').then((module) => ({ default: module.ChannelDrawer })),
)
const TagDrawer = lazy(() => import('../tags/tag-drawer.tsx').then((module) => ({ default: module.TagDrawer })))
const TagDialog = lazy(() => import('../tags/tag-dialog.tsx').then((module) => ({ default: module.TagDialog })))
const ModelTestsDialog = lazy(() =>
  import('../tests/model-tests-dialog.tsx').then((module) => ({ default: module.ModelTestsDialog })),
)

export type OpenDialog =
  | { kind: 'copy'; source: Channel }
  | { kind: 'tests'; channel: Channel }
  | { kind: 'editTag'; row: ChannelTag }
  | { kind: 'tag'; ids: readonly number[] }

type ChannelDialogsProps = { dialog: OpenDialog | undefined; onDone(): void; onClose(): void }

/** What opens over the list without an address of its own. */
export function ChannelDialogs({ dialog, onDone, onClose }: ChannelDialogsProps) {
  switch (dialog?.kind) {
    case 'copy':
      return <ChannelDrawer task={dialog} onClose={onClose} />
    case 'tests':
      return <ModelTestsDialog channel={dialog.channel} onClose={onClose} />
    case 'editTag':
      return <TagDrawer row={dialog.row} onClose={onClose} />
    case 'tag':
      return <TagDialog ids={dialog.ids} onDone={onDone} onClose={onClose} />
    case undefined:
      return null
  }
}
