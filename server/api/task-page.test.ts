import { beforeAll, describe, expect, it } from 'vitest'
import { eachGateway, type TestClient } from '#testing/gateway.ts'
import { workOf } from '#testing/list-rows.ts'
import { taskRow } from '#testing/rows.ts'
import { cancelling } from '../domain/own-batches/cancelling.ts'

type Row = Parameters<typeof taskRow>[0]
type Narrowed = {
  path: string
  id: 'mj_id' | 'task_id'
  /** What makes a task one of the list. */
  of: Row
  /** What it is narrowed by, and a task that is found by that. */
  by: Readonly<Record<string, { value: string; found: Row }>>
}

const asked = (model: string) => ({ asked: JSON.stringify({ model, seconds: 4 }) })
/** As long as names of models may be. */
const long = `film-${'x'.repeat(250)}`
const done = { value: 'SUCCESS', found: { status: 'SUCCESS' } }

const lists: readonly Narrowed[] = [
  {
    ...{ path: '/api/mj', id: 'mj_id', of: workOf.drawing },
    by: { status: done, action: { value: 'UPSCALE', found: { action: 'UPSCALE' } } },
  },
  {
    ...{ path: '/api/task', id: 'task_id', of: workOf.song },
    by: { status: done, action: { value: 'LYRICS', found: { action: 'LYRICS' } } },
  },
  {
    ...{ path: '/api/video', id: 'task_id', of: workOf.video },
    by: {
      status: done,
      action: { value: 'REMIX', found: { action: 'REMIX' } },
      model: { value: long, found: asked(long) },
    },
  },
  {
    ...{ path: '/api/batch', id: 'task_id', of: workOf.batch },
    by: {
      status: done,
      model: {
        value: 'gpt-5',
        // Of what is priced at its end the terms name the model.
        found: {
          asked: null,
          terms: JSON.stringify({ card: {}, lines: 2, path: '/v1/chat/completions', model: 'gpt-5' }),
        },
      },
    },
  },
]

describe('the lists of work that finishes later', () => {
  eachGateway((gateway) => {
    let root: TestClient
    let member: TestClient
    beforeAll(async () => {
      root = await gateway().asRoot()
      member = await gateway().asUser('member')
      const rows = lists.flatMap(({ path, of, by }) =>
        [member.userId, 1].flatMap((user_id) => [
          taskRow({ ...of, user_id, task_id: `${path} plain of ${user_id}` }),
          ...Object.entries(by).map(([name, { found }]) =>
            taskRow({ ...of, user_id, task_id: `${path} ${name} of ${user_id}`, ...found }),
          ),
        ]),
      )
      const stopping = taskRow({ ...workOf.batch, channel_id: 0, task_id: 'stopping', status: cancelling })
      await gateway()
        .plane.database.query.insertInto('tasks')
        .values([...rows, stopping])
        .execute()
    })

    const found = async (client: TestClient, path: string, id: string): Promise<string[]> => {
      const { data, success, message } = await client.get(path)
      if (!success) throw new Error(message)
      expect(data.total).toBe(data.items.length)
      return data.items.map((row: Record<string, string>) => row[id]).toSorted()
    }

    for (const { path, id, by } of lists) {
      for (const [name, { value }] of Object.entries(by)) {
        it(`${path} is narrowed by ${name}, to what it shows as that`, async () => {
          const both = [`${path} ${name} of 1`, `${path} ${name} of ${member.userId}`].toSorted()
          expect(await found(root, `${path}/?${name}=${value}`, id)).toEqual(both)
          const { data } = await root.get(`${path}/?${name}=${value}`)
          expect(data.items.map((row: Record<string, string>) => row[name])).toEqual([value, value])
          expect(await found(root, `${path}/?${name}=nothing`, id)).toEqual([])
          expect(await found(root, `${path}/?${name}=`, id)).toEqual(await found(root, `${path}/`, id))
        })

        it(`${path}/self shows users no more than their own, whatever is asked with ${name}`, async () => {
          for (const more of ['', '&user_id=1', '&username=root', '&channel_id=1']) {
            const own = await found(member, `${path}/self?${name}=${value}${more}`, id)
            expect(own).toEqual([`${path} ${name} of ${member.userId}`])
          }
          expect((await member.get(`${path}/?${name}=${value}`)).status).toBe(403)
        })
      }

      it(`${path} is narrowed by several at once to what is all of them`, async () => {
        const query = Object.entries(by).map(([name, { value }]) => `${name}=${value}`)
        expect(await found(root, `${path}/?${query.join('&')}`, id)).toEqual([])
      })

      it(`${path} refuses a word that is too long to be one`, async () => {
        expect(await root.get(`${path}/?status=${'x'.repeat(65)}`)).toMatchObject({ code: 'input_invalid' })
      })
    }

    it('a batch that is being cancelled is under way, as it is shown, until that is done', async () => {
      const { data } = await root.get('/api/batch/?status=IN_PROGRESS')
      expect(data.items).toMatchObject([{ task_id: 'stopping', status: 'IN_PROGRESS' }])
    })
  })
})
