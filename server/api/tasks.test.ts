import { beforeAll, describe, expect, it } from 'vitest'
import { eachGateway, type TestClient } from '#testing/gateway.ts'
import { taskRow } from '#testing/rows.ts'

describe('drawings and music tasks over HTTP', () => {
  eachGateway((gateway) => {
    let root: TestClient
    let member: TestClient
    beforeAll(async () => {
      root = await gateway().asRoot()
      member = await gateway().asUser('member')
      const { query } = gateway().plane.database
      const mine = { user_id: member.userId, channel_id: 7 }
      const song = (fields: Parameters<typeof taskRow>[0]) => taskRow({ platform: 'suno', action: 'MUSIC', ...fields })
      await query
        .insertInto('tasks')
        .values([
          taskRow({ ...mine, task_id: 'one', submit_time: 1_700_000_000_000, quota: 50_000 }),
          taskRow({
            ...mine,
            task_id: 'two',
            submit_time: 1_700_000_060_000,
            data: '{"imageUrl":"https://upstream.example/2","promptEn":"a tame cat","buttons":[{"customId":"U1"}]}',
          }),
          taskRow({ user_id: 1, channel_id: 8, task_id: 'three', submit_time: 1_700_000_120_000 }),
          song({ ...mine, task_id: 'one', submit_time: 1_700_000_000_999, status: 'SUCCESS' }),
          song({
            ...mine,
            task_id: 'two',
            submit_time: 1_700_000_060_400,
            action: 'LYRICS',
            data: '{"data":[{"audio_url":"https://upstream.example/2.mp3","title":"Rain"}]}',
          }),
          song({ user_id: 1, channel_id: 8, task_id: 'three', submit_time: 1_700_000_120_000 }),
        ])
        .execute()
    })

    type Row = { mj_id?: string; task_id?: string }
    const ids = async (client: TestClient, path: string): Promise<(string | undefined)[]> => {
      const { data, success, message } = await client.get(path)
      if (!success) throw new Error(message)
      return data.items.map((row: Row) => row.mj_id ?? row.task_id)
    }

    for (const [path, id] of [
      ['/api/mj', 'mj_id'],
      ['/api/task', 'task_id'],
    ] as const) {
      const second = (offset: number) =>
        path === '/api/mj' ? 1_700_000_000_000 + offset * 1000 : 1_700_000_000 + offset

      it(`${path}/ tells administrators what the channel is called, and its user nothing of it`, async () => {
        const { data: channel } = await root.post('/api/channel/', { name: 'studio', key: 'k', models: 'm' })
        const { query } = gateway().plane.database
        await query.updateTable('tasks').set({ channel_id: channel.id }).where('task_id', '=', 'two').execute()
        const { items } = (await root.get(`${path}/`)).data
        expect(items.map(({ channel_name }: { channel_name: string }) => channel_name)).toEqual(['', 'studio', ''])
        expect((await member.get(`${path}/self`)).text).not.toContain('studio')
        await query.updateTable('tasks').set({ channel_id: 7 }).where('task_id', '=', 'two').execute()
      })

      it(`${path}/ shows administrators everybody’s, newest first, page by page`, async () => {
        expect(await ids(root, `${path}/`)).toEqual(['three', 'two', 'one'])
        const { data } = await root.get(`${path}/?p=2&page_size=2`)
        expect(data).toMatchObject({ page: 2, page_size: 2, total: 3 })
        expect(data.items).toHaveLength(1)
        expect(data.items[0]).toMatchObject({ [id]: 'one', user_id: member.userId, channel_id: 7, channel_name: '' })
        expect(await ids(root, `${path}?p=0&page_size=1`)).toEqual(['three'])
      })

      it(`${path}/ is narrowed by channel, id and time`, async () => {
        expect(await ids(root, `${path}/?channel_id=7`)).toEqual(['two', 'one'])
        expect(await ids(root, `${path}/?${id}=two`)).toEqual(['two'])
        expect(await ids(root, `${path}/?${id}=tw`)).toEqual([])
        expect(await ids(root, `${path}/?start_timestamp=${second(60)}`)).toEqual(['three', 'two'])
        expect(await ids(root, `${path}/?start_timestamp=${second(1)}&end_timestamp=${second(60)}`)).toEqual(['two'])
        expect(await ids(root, `${path}/?channel_id=&${id}=&start_timestamp=&end_timestamp=0`)).toHaveLength(3)
      })

      it(`T15: ${path}/self shows users their own, and not which channel served them`, async () => {
        expect(await ids(member, `${path}/self`)).toEqual(['two', 'one'])
        expect(await ids(member, `${path}/self/?channel_id=8&user_id=1`)).toEqual(['two', 'one'])
        expect(await ids(member, `${path}/self?${id}=three`)).toEqual([])
        const { data } = await member.get(`${path}/self`)
        expect(data.total).toBe(2)
        expect(data.items[0]).not.toHaveProperty('channel_id')
        expect(data.items[0]).not.toHaveProperty('token_id')
      })

      it(`${path}/ is for administrators, and ${path}/self for who has signed in`, async () => {
        expect((await member.get(`${path}/`)).status).toBe(403)
        expect((await gateway().visitor().get(`${path}/`)).status).toBe(401)
        expect((await gateway().visitor().get(`${path}/self`)).status).toBe(401)
      })

      it(`${path}/ refuses what is no number`, async () => {
        expect(await root.get(`${path}/?channel_id=x`)).toMatchObject({ success: false, code: 'input_invalid' })
        expect(await root.get(`${path}/?start_timestamp=x`)).toMatchObject({ success: false, code: 'input_invalid' })
        // By this clients of the family mean none.
        expect(await root.get(`${path}/?start_timestamp=-1`)).toMatchObject({ success: true })
      })
    }

    it('music tasks are narrowed by platform, action and status too', async () => {
      expect(await ids(root, '/api/task/?platform=suno')).toEqual(['three', 'two', 'one'])
      expect(await ids(root, '/api/task/?platform=mj')).toEqual([])
      expect(await ids(root, '/api/task/?action=LYRICS')).toEqual(['two'])
      expect(await ids(member, '/api/task/self?status=SUCCESS')).toEqual(['one'])
    })

    it('a drawing comes with everything its log shows', async () => {
      const { data } = await member.get('/api/mj/self?mj_id=two')
      const [drawing] = data.items
      expect(drawing).toMatchObject({
        code: 1,
        action: 'IMAGINE',
        status: 'NOT_START',
        progress: '0%',
        prompt: 'a cat',
        prompt_en: 'a tame cat',
        buttons: '[{"customId":"U1"}]',
        fail_reason: '',
        submit_time: 1_700_000_060_000,
        finish_time: 0,
      })
      expect(drawing.media).toEqual([{ kind: 'image', url: drawing.image_url }])
      expect(drawing.image_url).toMatch(/^\/mj\/image\/two\?task=\d+&place=0&expires=\d+&signature=/)
      await root.put('/api/option/', { key: 'MjForwardUrlEnabled', value: 'false' })
      const [open] = (await member.get('/api/mj/self?mj_id=two')).data.items
      expect(open.image_url).toBe('https://upstream.example/2')
      await root.put('/api/option/', { key: 'MjForwardUrlEnabled', value: 'true' })
    })

    it('a song comes with what its upstream said, its times in seconds, and where it is heard', async () => {
      const [song] = (await member.get('/api/task/self?task_id=two')).data.items
      expect(song).toMatchObject({ platform: 'suno', action: 'LYRICS', submit_time: 1_700_000_060 })
      expect(JSON.parse(song.data)).toEqual([{ audio_url: 'https://upstream.example/2.mp3', title: 'Rain' }])
      expect(song.media).toEqual([{ kind: 'audio', url: expect.stringMatching(/^\/suno\/media\/two\?task=/) }])
    })
  })
})
