import { Gauge, RefreshCw } from 'lucide-react'
import type { Channel } from '#contract/channels.ts'
import { useFormat } from '../../../lib/format.ts'
import { useText } from '../../../lib/i18n.ts'
import { useProvider } from '../../../lib/provider-cards.ts'
import { useChannelReason } from '../../../pieces/channels/channel-reason.ts'
import { Quota } from '../../../ui/figures.tsx'
import { Stat } from '../../../ui/stat.tsx'
import { AskButton } from '../runs/ask-button.tsx'
import { useChannelUpkeep } from '../runs/use-channel-upkeep.ts'

/** What a channel has used, what is left with its provider, and what its last test came to. */
export function ChannelFigures({ channel }: { channel: Channel }) {
  const t = useText('channels')
  return (
    <div className="@container">
      <div className="grid grid-cols-2 gap-3 *:last:col-span-2 @md:grid-cols-3 @md:*:last:col-span-1">
        <Stat label={t('figureUsed')} value={<Quota value={channel.used_quota} />} />
        <BalanceFigure channel={channel} />
        <TestFigure channel={channel} />
      </div>
    </div>
  )
}

function BalanceFigure({ channel }: { channel: Channel }) {
  const t = useText('channels')
  const format = useFormat()
  const upkeep = useChannelUpkeep()
  const provider = useProvider(channel.type)
  const { name, balance, balance_updated_time: time } = channel
  const isTold = provider?.tells_balance ?? true
  const ask = () => upkeep.updateBalance(channel)
  return (
    <Stat
      label={t('figureBalance')}
      value={time === 0 ? '–' : format.money(balance)}
      hint={time > 0 ? t('balanceAt', { time: format.dateTime(time) }) : t(isTold ? 'balanceNever' : 'balanceUntold')}
      aside={isTold && <AskButton label={t('balanceOf', { name })} icon={<RefreshCw />} ask={ask} />}
    />
  )
}

function TestFigure({ channel }: { channel: Channel }) {
  const t = useText('channels')
  const format = useFormat()
  const sayReason = useChannelReason()
  const upkeep = useChannelUpkeep()
  const { name, response_time: milliseconds, test_time: time, test_fault: fault } = channel
  const took = format.latency(milliseconds)
  const hint = fault === '' ? time > 0 && t('testedAt', { time: format.dateTime(time) }) : sayReason(fault)
  return (
    <Stat
      label={t('columnResponse')}
      value={fault !== '' ? <span className="text-bad">{t('testFailed')}</span> : milliseconds === 0 ? '–' : took}
      hint={hint || t('untested')}
      aside={<AskButton label={t('testOf', { name })} icon={<Gauge />} ask={() => upkeep.test(channel)} />}
    />
  )
}
