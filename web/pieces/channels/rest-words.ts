import type { ChannelRest } from '#contract/channels.ts'
import { useNowSeconds } from '../../lib/clock.ts'
import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'

const words = { limit: 'restLimit', refused: 'restRefused', failures: 'restFailures' } as const

/** Why, and until when: an enabled channel that gets no calls for a while. */
export const useRestWords = () => {
  const t = useText('channels')
  const format = useFormat()
  const now = useNowSeconds()
  return ({ why, until }: ChannelRest): string =>
    [t(words[why]), t('conditionUntil', { time: format.shortTime(until, now) })].join(' · ')
}
