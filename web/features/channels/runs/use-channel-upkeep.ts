import { useMemo } from 'react'
import { channelUpkeep } from '#contract/channel-upkeep.ts'
import { type Channel, channels } from '#contract/channels.ts'
import { ApiError, callWhole } from '../../../lib/api.ts'
import { useFormat } from '../../../lib/format.ts'
import { useText } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notify.ts'
import { notifyFailure, refresh, refreshAfter } from '../../../lib/query.ts'

export type ChannelUpkeep = {
  /** Both end when the answer is there and has been told. */
  test(channel: Channel): Promise<void>
  updateBalance(channel: Channel): Promise<void>
}

/** Asks the upstream of one channel how it is; the answers land in its row. */
export const useChannelUpkeep = (): ChannelUpkeep => {
  const t = useText('channels')
  const format = useFormat()
  return useMemo(
    () => ({
      test: async ({ id, name }) => {
        try {
          const { beside } = await callWhole(channelUpkeep.test, { params: { id: String(id) }, query: {} })
          notify.success(t('testDone', { name, time: format.latency(beside.time * 1000) }))
        } catch (error) {
          tellFailure(error, (message) => t('channelSaid', { name, message }))
        }
        await refreshAfter(channelUpkeep.test)
      },
      updateBalance: async ({ id, name }) => {
        try {
          const { beside } = await callWhole(channelUpkeep.updateBalance, { params: { id: String(id) } })
          notify.success(t('balanceDone', { name, balance: format.money(beside.balance) }))
        } catch (error) {
          tellFailure(error, (message) => t('channelSaid', { name, message }))
        }
        await refresh(channels.list)
      },
    }),
    [t, format],
  )
}

/** What the server declined names the channel; other failures have nothing to do with it. */
const tellFailure = (error: unknown, sentence: (message: string) => string): void => {
  if (error instanceof ApiError && error.kind === 'refused') notify.error(sentence(error.message))
  else notifyFailure(error)
}
