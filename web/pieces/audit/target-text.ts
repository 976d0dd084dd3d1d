import type { Formats } from '../../lib/format.ts'
import type { Text } from '../../lib/i18n.ts'

/** What was touched, in words; what has none is named as it came. */
export const targetText = (part: string, t: Text<'audit'>, format: Formats): string => {
  if (Object.hasOwn(whole, part)) return t(whole[part as keyof typeof whole]) // seam: it was looked up just now
  const [, kind, value = ''] = /^([a-z]+(?: of batch| named)?)[: ](.+)$/s.exec(part) ?? []
  switch (kind) {
    case 'user':
      return t('targetUser', { id: value })
    case 'channel':
      return t('targetChannel', { id: value })
    case 'redemption':
      return t('targetRedemption', { id: value })
    case 'tag':
      return t('targetTag', { name: value })
    case 'channels':
      return t('targetChannels', { count: Number(value) })
    case 'before':
      return t('targetBefore', { time: format.dateTime(Number(value)) })
    case 'redemptions of batch':
      return t('targetBatch', { id: value })
    case 'redemptions named':
      return t('targetNamedCodes', { name: value })
    default:
      return part
  }
}

/** What is no single thing. */
const whole = {
  channels: 'targetAllChannels',
  setup: 'nounSetup',
  unknown: 'targetUnknown',
  'disabled redemptions': 'targetDisabledCodes',
} as const
