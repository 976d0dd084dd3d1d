import type { Channel } from '#contract/channels.ts'
import { useText } from '../../../lib/i18n.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Time } from '../../../ui/time.tsx'
import { nameList } from '../form/name-list.ts'
import { useProviders } from '../form/use-providers.ts'
import { useTestFault } from '../tests/test-fault.ts'
import { ChannelCondition } from './channel-condition.tsx'
import { channelInfoOf } from './channel-info.ts'
import { Fact } from './fact.tsx'
import { StoppedKeys } from './stopped-keys.tsx'

const mostModels = 24

/** What does not fit a row: why a channel is off, how it has been doing, its keys and its models. */
export function ChannelDetails({ channel }: { channel: Channel }) {
  const t = useText('channels')
  const sayFault = useTestFault()
  const providers = useProviders()
  const { status_reason: reason, status_time: since } = channelInfoOf(channel)
  const models = nameList(channel.models)
  const address = channel.base_url || (providers.find(({ type }) => type === channel.type)?.base_url ?? '')
  return (
    <div className="grid gap-4 text-[13px]">
      <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-2 lg:grid-cols-4">
        {reason && (
          <Fact label={t('detailReason')} wide>
            {reason}
          </Fact>
        )}
        {since !== undefined && since > 0 && (
          <Fact label={t('detailSince')}>
            <Time seconds={since} />
          </Fact>
        )}
        {channel.test_fault !== '' && (
          <Fact label={t('detailTestFault')} wide>
            {sayFault(channel.test_fault)}
          </Fact>
        )}
        <Fact label={t('field.base_url')}>{address === '' ? '–' : address}</Fact>
        <Fact label={t('detailTested')}>
          <Time seconds={channel.test_time} />
        </Fact>
        <Fact label={t('detailBalance')}>
          <Time seconds={channel.balance_updated_time} />
        </Fact>
        <Fact label={t('detailCreated')}>
          <Time seconds={channel.created_time} />
        </Fact>
        <ChannelCondition id={channel.id} />
      </dl>
      {channel.key_count > 1 && <StoppedKeys channel={channel} />}
      <div>
        <p className="mb-1 text-xs text-muted">{t('detailModels', { count: models.length })}</p>
        <div className="flex flex-wrap gap-1">
          {models.slice(0, mostModels).map((model) => (
            <Badge key={model}>{channel.model_prefix + model}</Badge>
          ))}
          {models.length > mostModels && (
            <Badge tone="muted" title={models.slice(mostModels).join(', ')}>
              +{models.length - mostModels}
            </Badge>
          )}
        </div>
      </div>
    </div>
  )
}
