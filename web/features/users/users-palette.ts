import { users } from '#contract/users.ts'
import { call } from '../../lib/api.ts'
import { mostFound, type PaletteFinder } from '../../lib/palette.ts'

export const find: PaletteFinder['find'] = async (keyword, signal) => {
  const { items } = await call(users.list, { query: { keyword, page_size: mostFound } }, { signal })
  return items.map(({ id, username, display_name: shown }) => ({
    id: `user-${id}`,
    label: shown === '' || shown === username ? username : `${username} · ${shown}`,
    to: `/user/${id}`,
  }))
}
