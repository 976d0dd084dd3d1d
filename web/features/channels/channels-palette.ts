import { channels, isChannelTag } from '#contract/channels.ts'
import { call } from '../../lib/api.ts'
import { mostFound, type PaletteFinder } from '../../lib/palette.ts'

export const find: PaletteFinder['find'] = async (keyword, signal) => {
  const { items } = await call(channels.list, { query: { keyword, page_size: mostFound } }, { signal })
  return items.flatMap((row) =>
    isChannelTag(row) ? [] : [{ id: `channel-${row.id}`, label: row.name, to: `/channel/${row.id}` }],
  )
}
