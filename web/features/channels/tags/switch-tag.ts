import { channelBatches } from '#contract/channel-batches.ts'
import { allRows, changedOf } from '../../../lib/actions.ts'
import { change } from '../../../lib/change.ts'
import { plainYes } from '../../../lib/confirm.ts'
import type { Text } from '../../../lib/i18n.ts'
import { type ChannelRow, isTag } from '../list/channel-row.ts'

/** Puts all channels of a tag into use, or takes them out of it. */
export const switchTag = (isOn: boolean) => {
  const endpoint = isOn ? channelBatches.enableTag : channelBatches.disableTag
  return {
    for: isTag,
    run: async (rows: readonly ChannelRow[]) => {
      const ids: number[] = []
      for (const { tag } of rows.filter(isTag)) ids.push(...(await change(endpoint, { body: { tag } })))
      return switchedOf(ids, isOn)
    },
    done: (_rows: readonly ChannelRow[], t: Text<'channels'>, count: number) =>
      t(isOn ? 'enabledMany' : 'disabledMany', { count }),
  }
}

/** Those alone are switched back that were switched, and those alone once more that were switched back. */
const switchedOf = (ids: readonly number[], isOn: boolean) => ({
  ...{ failures: [], count: ids.length },
  takeBack: async () => {
    const endpoint = isOn ? channelBatches.disableMany : channelBatches.enableMany
    const switchMany = allRows(endpoint, (some) => ({ body: { ids: some } }), changedOf)
    const { failures, changed = [] } = await switchMany(
      ids.map((id) => ({ id })),
      undefined,
      plainYes,
    )
    return { ...switchedOf(changed.map(Number), !isOn), failures }
  },
})
