import type { Channel } from '#contract/channels.ts'
import { lazyPart } from '../../../lib/lazy-part.tsx'

const ChannelDrawer = lazyPart(() => import('../form/channel-drawer.tsx'), 'ChannelDrawer')
const TagEditor = lazyPart(() => import('../tags/tag-editor.tsx'), 'TagEditor')
const TagDialog = lazyPart(() => import('../tags/tag-dialog.tsx'), 'TagDialog')
const ModelTestsDialog = lazyPart(() => import('../tests/model-tests-dialog.tsx'), 'ModelTestsDialog')

export type OpenDialog =
  | { kind: 'copy'; source: Channel }
  | { kind: 'tests'; channel: Channel }
  | { kind: 'editTag'; tag: string }
  | { kind: 'tag'; ids: readonly number[] }

type ChannelDialogProps = { dialog: OpenDialog; onDone(): void; onClose(): void }

/** What opens over the list without an address of its own. */
export function ChannelDialog({ dialog, onDone, onClose }: ChannelDialogProps) {
  switch (dialog.kind) {
    case 'copy':
      return <ChannelDrawer task={dialog} onClose={onClose} />
    case 'tests':
      return <ModelTestsDialog channel={dialog.channel} onClose={onClose} />
    case 'editTag':
      return <TagEditor tag={dialog.tag} onClose={onClose} />
    case 'tag':
      return <TagDialog ids={dialog.ids} onDone={onDone} onClose={onClose} />
  }
}
