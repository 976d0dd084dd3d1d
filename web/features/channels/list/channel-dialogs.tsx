import type { Channel } from '#contract/channels.ts'
import { lazyPart } from '../../../lib/lazy-part.tsx'
import type { ValueName } from '../values/value-preview.ts'

const ChannelDrawer = lazyPart(() => import('../form/channel-drawer.tsx'), 'ChannelDrawer')
const TagEditor = lazyPart(() => import('../tags/tag-editor.tsx'), 'TagEditor')
const ValuesDialog = lazyPart(() => import('../values/values-dialog.tsx'), 'ValuesDialog')
const ModelTestsDialog = lazyPart(() => import('../tests/model-tests-dialog.tsx'), 'ModelTestsDialog')

export type OpenDialog =
  | { kind: 'copy'; source: Channel }
  | { kind: 'tests'; channel: Channel }
  | { kind: 'editTag'; tag: string }
  | { kind: 'values'; channels: readonly Channel[]; name: ValueName }

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
    case 'values':
      return <ValuesDialog channels={dialog.channels} name={dialog.name} onDone={onDone} onClose={onClose} />
  }
}
