import { describe, expect, it } from 'vitest'
import { addRelayChannel, addRelayToken } from '#testing/relay-client.ts'
import { eachTaskBench, sendTask } from '#testing/task-bench.ts'

const perPicture = 0.1 * 500_000

eachTaskBench(({ gateway, root, proxy, channels, key, send, poll, quota, rows }) => {
  const imagine = (prompt: string, rest: object = {}) => send('POST', '/mj/submit/imagine', { prompt, ...rest })
  const fetchOne = async (id: string) => (await send('GET', `/mj/task/${id}/fetch`)).json
  const sent = () => proxy().handedIn().at(-1)
  const draw = async (prompt = 'a cat'): Promise<string> => (await imagine(prompt)).json.result
  const finish = async (id: string) => {
    proxy().tell(id, { status: 'SUCCESS', progress: '100%', imageUrl: `${proxy().url}/picture/1` })
    await poll()
  }
  const option = (name: string, value: boolean) => root().put('/api/option/', { key: name, value: String(value) })
  const newest = async () => (await root().get('/api/mj/?page_size=1')).data.items[0]

  describe('a drawing that is handed in', () => {
    it('is charged when it is taken, told as it comes along, and stays charged when it is done', async () => {
      const before = await quota()
      const { status, json } = await imagine('a cat --fast', { state: 'mine' })
      expect({ status, json }).toMatchObject({ status: 200, json: { code: 1, result: expect.any(String) } })
      expect(await quota()).toBe(before - perPicture)
      expect(proxy().calls.at(-1)?.headers['mj-api-secret']).toBe('secret-one')
      expect(proxy().calls.at(-1)?.headers.authorization).toBeUndefined()
      proxy().tell(json.result, {
        status: 'IN_PROGRESS',
        progress: '45%',
        promptEn: 'a tame cat',
        imageUrl: `${proxy().url}/picture/half`,
        state: 'mine',
        submitTime: 1,
        startTime: 1_700_000_000_000,
        maskBase64: 'data:',
      })
      await poll()
      expect(await fetchOne(json.result)).toMatchObject({
        id: json.result,
        action: 'IMAGINE',
        prompt: 'a cat --fast',
        promptEn: 'a tame cat',
        state: 'mine',
        status: 'IN_PROGRESS',
        progress: '45%',
        startTime: 1_700_000_000_000,
      })
      const buttons = [{ customId: 'MJ::JOB::upsample::1::x', label: 'U1', emoji: '', type: 2, style: 2 }]
      proxy().tell(json.result, { status: 'SUCCESS', progress: '100%', imageUrl: `${proxy().url}/picture/1`, buttons })
      await poll()
      expect(await fetchOne(json.result)).toMatchObject({ status: 'SUCCESS', progress: '100%', buttons })
      expect(await quota()).toBe(before - perPicture)
      expect((await rows()).at(-1)).toMatchObject({
        model_name: 'mj_imagine',
        quota: perPicture,
        channel: channels().drawing,
      })
    })

    it.each([
      ['queued', 22, 1],
      ['already there, again', 21, 1],
    ])('is told as taken, and charged, when its upstream says that it is %s', async (prompt, code, told) => {
      const before = await quota()
      expect((await imagine(prompt)).json.code).toBe(told)
      expect(await quota()).toBe(before - perPicture)
      expect((await newest()).code).toBe(code)
    })

    it('is not paid for twice where the upstream has it already', async () => {
      await imagine('once again')
      const before = await quota()
      const { json } = await imagine('once again')
      expect(json).toMatchObject({ code: 1, result: 'drawing-again' })
      expect(await fetchOne('drawing-again')).toMatchObject({ status: 'SUCCESS', progress: '100%' })
      expect(await quota()).toBe(before)
    })

    it.each([
      ['the queue is full', 23, 'the queue is full'],
      ['a banned word', 24, 'banned prompt'],
      ['nobody there', 3, 'no available account instance'],
    ])('costs nothing and is over where it is declined: %s', async (prompt, code, reason) => {
      const before = await quota()
      expect(await imagine(prompt)).toMatchObject({ status: 200, json: { code, description: reason } })
      expect(await quota()).toBe(before)
      expect(await newest()).toMatchObject({ code, status: 'FAILURE', progress: '100%', fail_reason: reason, quota: 0 })
      await poll()
      expect(await quota()).toBe(before)
    })

    it.each(['broken', 'nameless'])('costs nothing where its upstream is %s, and is not kept', async (prompt) => {
      const [before, { id }] = [await quota(), await newest()]
      expect((await imagine(prompt)).status).toBeGreaterThanOrEqual(500)
      expect(await quota()).toBe(before)
      expect((await newest()).id).toBe(id)
    })

    it('waits for its window for nothing, and is paid for when that is filled in', async () => {
      const origin = await draw()
      await finish(origin)
      const before = await quota()
      const opened = await send('POST', '/mj/submit/action', { taskId: origin, customId: 'MJ::Inpaint::1::x' })
      expect(opened.json.code).toBe(21)
      expect(await fetchOne(opened.json.result)).toMatchObject({ action: 'INPAINT', status: 'MODAL' })
      expect(await quota()).toBe(before)
      const filled = await send('POST', '/mj/submit/modal', { taskId: opened.json.result, prompt: 'a hat' })
      expect(filled.json).toMatchObject({ code: 1, result: opened.json.result })
      expect(await quota()).toBe(before - perPicture)
      expect((await rows()).at(-1).model_name).toBe('mj_modal')
      proxy().tell(opened.json.result, { status: 'FAILURE', progress: '10%', failReason: 'no hat' })
      await poll()
      expect(await fetchOne(opened.json.result)).toMatchObject({ action: 'MODAL', status: 'FAILURE' })
      expect(await quota()).toBe(before)
    })

    it('is handed in by its own path whatever speed stands before it', async () => {
      const { json } = await send('POST', '/mj-fast/mj/submit/imagine', { prompt: 'quick' })
      expect(sent()?.path).toBe('/mj/submit/imagine')
      expect((await send('GET', `/mj-relax/mj/task/${json.result}/fetch/`)).json.id).toBe(json.result)
    })

    it('is finished at once where it is an upload, and has an id of ours', async () => {
      const { json } = await send('POST', '/mj/submit/upload-discord-images', {
        base64Array: ['data:image/png;base64,x'],
      })
      expect(json.result).toEqual(['https://cdn.example/1.png'])
      expect(await newest()).toMatchObject({ action: 'UPLOAD', status: 'SUCCESS', progress: '100%' })
    })
  })

  describe('what follows a drawing', () => {
    it('is done on the channel and with the key that made it, at the price of what is done', async () => {
      const other = { type: 2, base_url: 'http://127.0.0.1:1', models: 'mj_upscale', priority: 9, key: 'x' }
      const first = await addRelayChannel(root(), other)
      const origin = await draw()
      await finish(origin)
      const before = await quota()
      const changes = [
        ['/mj/submit/change', { taskId: origin, action: 'UPSCALE', index: 2 }, 'UPSCALE', 0.05],
        ['/mj/submit/simple-change', { content: `${origin} v3` }, 'VARIATION', 0.1],
        ['/mj/submit/change', { taskId: origin, action: 'REROLL' }, 'REROLL', 0.1],
        ['/mj/submit/action', { taskId: origin, customId: 'MJ::Outpaint::50::1::x' }, 'ZOOM', 0.1],
      ] as const
      let spent = 0
      for (const [path, body, action, price] of changes) {
        expect((await send('POST', path, body)).json.code).toBe(1)
        expect(sent()).toEqual({ path, body })
        expect((await newest()).action).toBe(action)
        spent += price * 500_000
      }
      expect(await quota()).toBe(before - spent)
      expect((await send('GET', `/mj/task/${origin}/image-seed`)).json).toMatchObject({ code: 1, result: '4711' })
      await root().remove(`/api/channel/${first}`)
    })

    it('T15: is refused to others, and where the drawing is not finished unless the operator allows it', async () => {
      const origin = await draw()
      const change = { taskId: origin, action: 'UPSCALE', index: 1 }
      const unfinished = {
        status: 400,
        json: { code: 4, type: 'upstream_error', description: 'task_status_not_success' },
      }
      expect(await send('POST', '/mj/submit/change', change)).toMatchObject(unfinished)
      await option('MjActionCheckSuccessEnabled', false)
      expect((await send('POST', '/mj/submit/change', change)).json.code).toBe(1)
      await option('MjActionCheckSuccessEnabled', true)
      const theirs = (await addRelayToken(await gateway().asUser('painter'))).key
      for (const path of [`/mj/task/${origin}/fetch`, `/mj/task/${origin}/image-seed`]) {
        const answer = await sendTask(gateway(), theirs, { method: 'GET', path })
        expect(answer).toMatchObject({ status: 400, json: { code: 4, description: 'task_no_found' } })
      }
      const asked = { method: 'POST', path: '/mj/submit/change', body: change }
      expect((await sendTask(gateway(), theirs, asked)).json.description).toBe('task_no_found')
      const listed = { method: 'POST', path: '/mj/task/list-by-condition', body: { ids: [origin] } }
      expect((await sendTask(gateway(), theirs, listed)).json).toEqual([])
      expect((await send('POST', listed.path, listed.body)).json).toMatchObject([{ id: origin }])
    })

    it('is refused to a key of his that may not use the model, or is of a group that the channel does not serve', async () => {
      const origin = await draw()
      await finish(origin)
      const { calls } = proxy()
      const before = [calls.length, await quota()]
      const asked = { method: 'POST', path: '/mj/submit/change', body: { taskId: origin, action: 'UPSCALE', index: 1 } }
      for (const [fields, status, description] of [
        [{ model_limits_enabled: true, model_limits: 'mj_imagine' }, 403, expect.stringContaining('mj_upscale')],
        [{ group: 'vip' }, 400, 'task_channel_disabled'],
      ] as const) {
        const { key } = await addRelayToken(root(), fields)
        const answer = await sendTask(gateway(), key, asked)
        expect([answer.status, answer.json.description]).toEqual([status, description])
      }
      expect([calls.length, await quota()]).toEqual(before)
    })

    it('is refused where its channel is switched off', async () => {
      const origin = await draw()
      await finish(origin)
      await root().put('/api/channel/', { id: channels().drawing, status: 2 })
      const change = { taskId: origin, action: 'UPSCALE', index: 1 }
      expect((await send('POST', '/mj/submit/change', change)).json.description).toBe('task_channel_disabled')
      await root().put('/api/channel/', { id: channels().drawing, status: 1 })
    })
  })

  describe('what is asked of a drawing', () => {
    it('needs a key, in the header of its clients or the usual one', async () => {
      const asked = { method: 'POST', path: '/mj/submit/imagine', body: { prompt: 'a cat' } }
      const headers = { 'mj-api-secret': key(), authorization: 'midjourney-proxy' }
      expect((await sendTask(gateway(), '', { ...asked, headers })).json.code).toBe(1)
      const refused = await sendTask(gateway(), '', { ...asked, headers: { 'mj-api-secret': 'sk-wrong' } })
      expect(refused).toMatchObject({ status: 401, json: { code: 4, type: 'upstream_error' } })
    })

    it.each([
      ['imagine', {}, 'prompt_is_required'],
      ['change', { action: 'UPSCALE', index: 1 }, 'task_id_is_required'],
      ['change', { taskId: 'x', index: 1 }, 'action_is_required'],
      ['change', { taskId: 'x', action: 'UPSCALE' }, 'index_is_required'],
      ['simple-change', { content: 'x u5' }, 'content_parse_failed'],
      ['action', { taskId: 'x' }, 'custom_id_is_required'],
      ['action', { taskId: 'x', customId: 'MJ::JOB::dance::1::x' }, 'unknown_action'],
      ['action', { taskId: 'x', customId: 'MJ::JOB::upsample::one::x' }, 'index_parse_failed'],
    ])('is told by the words of its platform where it is wrong: %s %j', async (path, body, description) => {
      const answer = await send('POST', `/mj/submit/${path}`, body)
      expect(answer).toMatchObject({ status: 400, json: { code: 4, type: 'upstream_error', description } })
    })

    it('loses what the operator does not let through, and keeps what he does', async () => {
      const asked = {
        accountFilter: { modes: ['FAST'] },
        notifyHook: 'https://client.example/hook',
        botType: 'NIJI_JOURNEY',
      }
      await imagine('a cat --fast --ar 16:9', asked)
      expect(sent()?.body).toEqual({ prompt: 'a cat --fast --ar 16:9', botType: 'NIJI_JOURNEY' })
      for (const name of ['MjAccountFilterEnabled', 'MjNotifyEnabled', 'MjModeClearEnabled']) await option(name, true)
      await imagine('a cat --fast --ar 16:9', asked)
      expect(sent()?.body).toEqual({ ...asked, prompt: 'a cat  --ar 16:9' })
      for (const name of ['MjAccountFilterEnabled', 'MjNotifyEnabled', 'MjModeClearEnabled']) await option(name, false)
    })

    it('is refused by its words and its limits like any other call', async () => {
      await root().put('/api/option/', { key: 'SensitiveWords', value: 'forbidden word' })
      expect((await imagine('a forbidden word')).status).toBe(400)
      await root().put('/api/option/', { key: 'SensitiveWords', value: '' })
      await root().put('/api/option/', { key: 'ModelRequestRateLimitCount', value: '1' })
      await root().put('/api/option/', { key: 'ModelRequestRateLimitEnabled', value: 'true' })
      const answers = [await imagine('one'), await imagine('two')]
      expect(answers.map(({ status }) => status)).toContain(429)
      expect(answers.at(-1)?.json.code).toBe(30)
      await root().put('/api/option/', { key: 'ModelRequestRateLimitEnabled', value: 'false' })
    })
  })
})
