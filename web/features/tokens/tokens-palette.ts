import { tokens } from '#contract/tokens.ts'
import { call } from '../../lib/api.ts'
import { mostFound, type PaletteFinder } from '../../lib/palette.ts'

export const find: PaletteFinder['find'] = async (keyword, signal) => {
  const { items } = await call(tokens.list, { query: { keyword, page_size: mostFound } }, { signal })
  return items.map(({ id, name }) => ({ id: `token-${id}`, label: name, to: `/token/${id}` }))
}
