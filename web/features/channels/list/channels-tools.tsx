import { ArrowDown01, ChevronDown, Gauge, RefreshCw, Tags, Trash2, Wrench } from 'lucide-react'
import { useText } from '../../../lib/i18n.ts'
import { useStore } from '../../../lib/store.ts'
import { Button } from '../../../ui/button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import type { useChannelRuns } from '../runs/use-channel-runs.ts'
import { idSortPreference, tagModePreference } from './list-preferences.ts'
import type { useManyChannels } from './use-many-channels.ts'

type ChannelsToolsProps = {
  runs: ReturnType<typeof useChannelRuns>
  many: ReturnType<typeof useManyChannels>
  /** The list is laid out anew: it begins on its first page. */
  onLayout(): void
}

/** How the list is laid out, and what is done with all channels. */
export function ChannelsTools({ runs, many, onLayout }: ChannelsToolsProps) {
  const t = useText('channels')
  const isIdSort = useStore(idSortPreference)
  const isTagMode = useStore(tagModePreference)
  const entries = [
    {
      label: t('testAll'),
      icon: <Gauge />,
      disabled: runs.runs?.test.running ?? false,
      onSelect: () => void runs.testAll(),
    },
    {
      label: t('updateBalances'),
      icon: <RefreshCw />,
      disabled: runs.runs?.balance.running ?? false,
      onSelect: () => runs.updateBalances(),
    },
    { label: t('fix'), icon: <Wrench />, hint: t('fixHint'), onSelect: () => void many.fix() },
    'separator',
    { label: t('deleteDisabled'), icon: <Trash2 />, danger: true, onSelect: () => void many.removeDisabled() },
  ] as const
  return (
    <>
      <Button
        aria-pressed={isIdSort}
        className={pressedClass}
        onClick={() => {
          idSortPreference.set(!isIdSort)
          onLayout()
        }}
      >
        <ArrowDown01 aria-hidden />
        {t('sortById')}
      </Button>
      <Button
        aria-pressed={isTagMode}
        className={pressedClass}
        onClick={() => {
          tagModePreference.set(!isTagMode)
          onLayout()
        }}
      >
        <Tags aria-hidden />
        {t('tagMode')}
      </Button>
      <Menu
        entries={entries}
        trigger={(trigger) => (
          <Button {...trigger} loading={runs.isBusy || many.isBusy}>
            {t('allChannels')}
            <ChevronDown aria-hidden />
          </Button>
        )}
      />
    </>
  )
}

/** How a button looks that is on. */
export const pressedClass = 'aria-pressed:bg-brand-soft aria-pressed:text-brand-ink'
