import { ArrowDown01, ChevronDown, CircleAlert, Gauge, RefreshCw, Tags, Trash2, Wrench } from 'lucide-react'
import { channelBatches } from '#contract/channel-batches.ts'
import { channels } from '#contract/channels.ts'
import { call } from '../../../lib/api.ts'
import { useChange } from '../../../lib/change.ts'
import { useText } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notify.ts'
import { Button } from '../../../ui/button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { pressedClass } from '../../../ui/styles.ts'
import type { useChannelRuns } from '../runs/use-channel-runs.ts'
import { reasonAsked } from './channel-actions.ts'
import { useLayoutMode } from './use-layout-mode.ts'

type ChannelsToolsProps = {
  runs: ReturnType<typeof useChannelRuns>
  onRemoved(): void
}

/** How the list is laid out, and what is done with all channels. */
export function ChannelsTools({ runs, onRemoved }: ChannelsToolsProps) {
  const t = useText('channels')
  const fix = useChange(channelBatches.fix, {
    ask: () => ({ title: t('fixTitle'), text: t('fixText'), action: t('fix') }),
    done: (count) => t('fixed', { count }),
  })
  const removeDisabled = useChange(channelBatches.removeDisabled, {
    ask: async () => {
      const { total: count } = await call(channels.list, { query: { status: 'disabled', page_size: 1 } })
      if (count === 0) return void notify.info(t('deleteDisabledNone'))
      const text = `${t('deleteDisabledText')}\n${t('deleteDisabledCount', { count })}`
      return {
        ...{ title: t('deleteDisabledTitle'), text, action: t('delete'), danger: true, typed: String(count) },
        reason: reasonAsked(t),
      }
    },
    saying: (_request, { reason }) => ({ query: reason === '' ? {} : { reason } }),
    done: (count) => t('deletedDisabled', { count }),
    onDone: onRemoved,
  })
  const [isIdSort, setIdSort] = useLayoutMode('id_sort')
  const [isTagMode, setTagMode] = useLayoutMode('tag_mode')
  const last = runs.runs?.test
  // What it found is kept with the channels, and so outlasts the page.
  const lastFindings =
    last && !last.running && last.failed > 0
      ? [
          {
            label: t('findingsOfLast', { count: last.failed }),
            icon: <CircleAlert />,
            onSelect: () => runs.showFindings(last.started_at),
          },
        ]
      : []
  const entries = [
    {
      label: t('testAll'),
      icon: <Gauge />,
      disabled: runs.runs?.test.running ?? false,
      onSelect: () => void runs.testAll(),
    },
    ...lastFindings,
    {
      label: t('updateBalances'),
      icon: <RefreshCw />,
      disabled: runs.runs?.balance.running ?? false,
      onSelect: () => runs.updateBalances(),
    },
    { label: t('fix'), icon: <Wrench />, hint: t('fixHint'), onSelect: () => void fix.run({}) },
    'separator',
    {
      label: t('deleteDisabled'),
      icon: <Trash2 />,
      danger: true,
      onSelect: () => void removeDisabled.run({ query: {} }),
    },
  ] as const
  return (
    <>
      <Button aria-pressed={isIdSort} className={pressedClass} onClick={() => setIdSort(!isIdSort)}>
        <ArrowDown01 aria-hidden />
        {t('sortById')}
      </Button>
      <Button aria-pressed={isTagMode} className={pressedClass} onClick={() => setTagMode(!isTagMode)}>
        <Tags aria-hidden />
        {t('tagMode')}
      </Button>
      <Menu
        entries={entries}
        trigger={(trigger) => (
          <Button {...trigger} loading={runs.isBusy || fix.isBusy || removeDisabled.isBusy}>
            {t('allChannels')}
            <ChevronDown aria-hidden />
          </Button>
        )}
      />
    </>
  )
}
