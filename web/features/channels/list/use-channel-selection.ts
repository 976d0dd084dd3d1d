import { useMemo } from 'react'
import { isChannelTag, type ListedChannel } from '#contract/channels.ts'
import { type Selection, useSelection } from '../../../ui/selection.ts'
import { rowId } from './channel-row.ts'

export type ChannelSelection = Selection & { channelIds: readonly number[] }

/** Selected channels; the row of a tag selects its channels, and is selected when all of them are. */
export const useChannelSelection = (rows: readonly ListedChannel[]): ChannelSelection => {
  const selection = useSelection()
  return useMemo(() => {
    const members = new Map(
      rows.filter(isChannelTag).map((row): [string, string[]] => [rowId(row), row.ids.map(String)]),
    )
    const spread = (ids: readonly string[]) => ids.flatMap((id) => members.get(id) ?? [id])
    const whole = [...members].flatMap(([tag, ids]) => (ids.every((id) => selection.ids.has(id)) ? [tag] : []))
    return {
      ids: new Set([...selection.ids, ...whole]),
      channelIds: [...selection.ids].map(Number),
      toggle: (id, selected) => selection.toggleAll(spread([id]), selected),
      toggleAll: (ids, selected) => selection.toggleAll(spread(ids), selected),
      clear: selection.clear,
    }
  }, [selection, rows])
}
