import { describe, expect, it } from 'vitest'
import { eachGateway, type TestClient } from '#testing/gateway.ts'

const likenesses = [
  ['case', 'Treasurer', 'tREASURER'],
  ['width', 'Treasurer', 'Ｔreasurer'],
  ['Cyrillic letters', 'Treasurer', 'Тrеаsurеr'],
  ['Greek letters', 'Treasurer', 'Τreasυrer'],
  ['a digit for a letter', 'Longlegs', 'L0nglegs'],
  ['two letters for one', 'Summer', 'Surnmer'],
] as const

const unseen = [
  'tre\u200basurer',
  '\u202etreasurer',
  'treas\u00adurer',
  'trea\u2060surer',
  'treasurer\u3164',
  'trea\u00a0surer',
]

describe('a name that looks like somebody else’s', () => {
  eachGateway((gateway) => {
    /** Every way to come by a name; each answers what it was told. */
    const ways: Record<string, (name: string, root: TestClient) => Promise<{ code?: string | undefined }>> = {
      registration: (name) =>
        gateway().visitor().post('/api/user/register', { username: name, password: 'a fair sentence' }),
      'a user’s own renaming': async (name) => {
        const user = await gateway().asUser(freshName())
        return user.put('/api/user/self', { username: name })
      },
      'a user made by an administrator': (name, root) =>
        root.post('/api/user/', { username: name, password: 'a fair sentence', display_name: 'x' }),
      'a user renamed by an administrator': async (name, root) => {
        const user = await gateway().asUser(freshName())
        return root.put('/api/user/', { id: user.userId, username: name })
      },
    }
    let made = 0
    const freshName = () => `nobody-${String.fromCharCode(97 + (made++ % 26))}${'z'.repeat(Math.floor(made / 26))}`

    it.each(Object.keys(ways))('is refused by %s, whatever it is alike in', async (way) => {
      const root = await gateway().asRoot()
      for (const [what, name, likeness] of likenesses) {
        await root.post('/api/user/', { username: name, password: 'a fair sentence', display_name: 'x' })
        expect([what, (await ways[way]?.(likeness, root))?.code]).toEqual([what, 'username_taken'])
      }
      for (const name of unseen) {
        expect([escape(name), (await ways[way]?.(name, root))?.code]).toEqual([escape(name), 'username_invalid'])
      }
    })

    it('is taken still when its owner is gone, and free for its owner in another case', async () => {
      const root = await gateway().asRoot()
      const owner = await gateway().asUser('Changing')
      expect((await owner.put('/api/user/self', { username: 'cHANGING' })).success).toBe(true)
      expect((await owner.put('/api/user/self', { username: 'Changed' })).success).toBe(true)
      expect((await root.put('/api/user/', { id: owner.userId, username: 'changed' })).success).toBe(true)
      await root.post('/api/user/manage', { id: owner.userId, action: 'delete' })
      expect((await ways.registration?.('CHANGED', root))?.code).toBe('username_taken')
      expect((await ways.registration?.('changing', root))?.code).toBeUndefined()
    })

    it('is given to one of many who ask for likenesses of it at once', async () => {
      const names = ['together', 'Together', 'tоgether', 'TOGETHER', 't0gether', 'ｔogether']
      const answers = await Promise.all(
        names.map((username) =>
          gateway().visitor().post('/api/user/register', { username, password: 'a fair sentence' }),
        ),
      )
      expect(answers.map(({ code }) => code).sort()).toEqual([...Array(5).fill('username_taken'), undefined])
    })
  })
})
