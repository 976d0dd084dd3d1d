import { channelUpkeep } from '#contract/channel-upkeep.ts'
import type { Channel } from '#contract/channels.ts'
import { change } from '../../../lib/change.ts'
import { confirm } from '../../../lib/confirm.ts'
import type { Text } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notify.ts'

/** Begins to test these channels, once that is agreed to; what comes of it lands in their rows. */
export const testMany = async (channels: readonly Channel[], t: Text<'channels'>): Promise<void> => {
  const count = channels.length
  const question = { title: t('testManyTitle', { count }), text: t('testManyText'), action: t('testAllConfirm') }
  if (!(await confirm(question))) return
  await change(channelUpkeep.testMany, { body: { ids: channels.map(({ id }) => id) } })
  notify.info(t('testManyBegun', { count }))
}
