import { useState } from 'react'
import { channelUpkeep } from '#contract/channel-upkeep.ts'
import type { Channel, ChannelKey } from '#contract/channels.ts'
import { useChange } from '../../../lib/change.ts'
import { useText } from '../../../lib/i18n.ts'
import { usePageQuery } from '../../../lib/page-query.ts'
import { endpointQuery } from '../../../lib/query.ts'
import { Button } from '../../../ui/button.tsx'
import { CardSection } from '../../../ui/card.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { KeyState } from '../list/key-state.tsx'

const mostAtFirst = 20

/** How each key of a channel with several stands, and what can be done with one. */
export function ChannelKeys({ channel: { id, key_count: count, stopped_keys: stopped } }: { channel: Channel }) {
  const t = useText('channels')
  const [isWhole, setWhole] = useState(false)
  const { data, error, refetch } = usePageQuery(endpointQuery(channelUpkeep.keys, { params: { id: String(id) } }))
  const usable = count - stopped.length
  const shown = isWhole ? data : data?.slice(0, mostAtFirst)
  return (
    <CardSection title={t('keys')} description={t('keysInUse', { usable, count })}>
      {error && data === undefined && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && data === undefined && <Skeleton className="h-24 w-full" />}
      <ul className="grid gap-2 text-[13px]">
        {shown?.map((key) => (
          <li key={key.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg border px-3 py-2">
            <KeyState of={key} />
            <KeyButton channel={id} of={key} />
          </li>
        ))}
      </ul>
      {data && shown && data.length > shown.length && (
        <Button size="sm" className="mt-3" onClick={() => setWhole(true)}>
          {t('tagShowAll', { count: data.length })}
        </Button>
      )}
    </CardSection>
  )
}

function KeyButton({ channel, of: { id: key, place, state } }: { channel: number; of: ChannelKey }) {
  const t = useText('channels')
  const enabled = state === 'resting' ? t('woken') : t('keyIsEnabled', { place })
  const enable = useChange(channelUpkeep.enableKeys, { done: enabled })
  const disable = useChange(channelUpkeep.disableKey, { done: t('keyIsDisabled', { place }) })
  const request = { params: { id: String(channel) }, body: { key } }
  return (
    <span className="ml-auto flex flex-wrap gap-2">
      {state !== 'working' && (
        <Button
          size="sm"
          aria-label={t(state === 'resting' ? 'keyWakeOf' : 'keyEnableOf', { place })}
          loading={enable.isBusy}
          onClick={() => void enable.run(request)}
        >
          {t(state === 'resting' ? 'wake' : 'keyEnable')}
        </Button>
      )}
      {state !== 'disabled' && (
        <Button
          size="sm"
          aria-label={t('keyDisableOf', { place })}
          loading={disable.isBusy}
          onClick={() => void disable.run(request)}
        >
          {t('disable')}
        </Button>
      )}
    </span>
  )
}
