import type { ChannelRest } from '#contract/channels.ts'
import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'

const words = { limit: 'restLimit', refused: 'restRefused', failures: 'restFailures' } as const

/** Why, and until when: an enabled channel that gets no calls for a while. */
export const useRestWords = () => {
  const t = useText('channels')
  const format = useFormat()
  return ({ why, until }: ChannelRest): string =>
    [t(words[why]), t('conditionUntil', { time: format.dateTime(until) })].join(' · ')
}
