import { type Channel, channelInfoOf } from '#contract/channels.ts'
import { useFormat } from '../../../lib/format.ts'
import { useText } from '../../../lib/i18n.ts'
import { useProvider, useProviders } from '../../../lib/provider-cards.ts'
import { useChannelReason } from '../../../pieces/channels/channel-reason.ts'
import { Badge } from '../../../ui/badge.tsx'
import { ChoicesNote } from '../../../ui/choices-note.tsx'
import { type Fact, Facts } from '../../../ui/facts.tsx'
import { Time } from '../../../ui/time.tsx'
import { nameList } from '../form/name-list.ts'
import { useCondition } from './channel-condition.tsx'
import { StoppedKeys } from './stopped-keys.tsx'

const mostModels = 24

/** What does not fit a row: why a channel is off, how it has been doing, its keys unless they stand elsewhere, its models. */
export function ChannelDetails({ channel, hasKeys = true }: { channel: Channel; hasKeys?: boolean }) {
  const t = useText('channels')
  const format = useFormat()
  const models = nameList(channel.models)
  return (
    <div className="grid gap-4 text-[13px]">
      <Facts facts={useChannelFacts(channel)} />
      {hasKeys && channel.key_count > 1 && <StoppedKeys channel={channel} />}
      <div>
        <p className="mb-1 text-xs text-muted">{t('detailModels', { count: models.length })}</p>
        <div className="flex flex-wrap gap-1">
          {models.slice(0, mostModels).map((model) => (
            <Badge key={model}>{channel.model_prefix + model}</Badge>
          ))}
          {models.length > mostModels && (
            <Badge tone="muted" title={models.slice(mostModels).join(', ')}>
              +{format.number(models.length - mostModels)}
            </Badge>
          )}
        </div>
      </div>
    </div>
  )
}

const useChannelFacts = (channel: Channel): readonly Fact[] => {
  const t = useText('channels')
  const sayReason = useChannelReason()
  const providers = useProviders()
  const provider = useProvider(channel.type)
  const condition = useCondition(channel.id)
  const { status_reason: reason, status_values: values, status_time: since } = channelInfoOf(channel)
  const { test_fault: fault, base_url: own } = channel
  const address = own || (provider?.base_url ?? '')
  const time = (id: string, label: string, seconds: number): Fact => ({ id, label, value: <Time seconds={seconds} /> })
  return [
    ...(reason ? [{ id: 'reason', label: t('detailReason'), value: sayReason(reason, values), wide: true }] : []),
    ...(since ? [time('since', t('detailSince'), since)] : []),
    ...(fault === '' ? [] : [{ id: 'fault', label: t('detailTestFault'), value: sayReason(fault), wide: true }]),
    {
      id: 'address',
      label: t('field.base_url'),
      value: address || (providers.state === 'failed' ? <ChoicesNote choices={providers} /> : '–'),
    },
    time('tested', t('detailTested'), channel.test_time),
    time('balance', t('detailBalance'), channel.balance_updated_time),
    time('created', t('detailCreated'), channel.created_time),
    ...condition,
  ]
}
