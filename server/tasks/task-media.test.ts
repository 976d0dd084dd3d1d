import { describe, expect, it } from 'vitest'
import { picture } from '#testing/drawing-proxy.ts'
import { eachTaskBench } from '#testing/task-bench.ts'

eachTaskBench(({ gateway, clock, root, proxy, songs, channels, send, poll }) => {
  const draw = async (): Promise<string> => (await send('POST', '/mj/submit/imagine', { prompt: 'a cat' })).json.result
  const statusOf = async (id: string) => (await send('GET', `/mj/task/${id}/fetch`)).json
  const show = (url: string) => fetch(new URL(url, gateway().url), { redirect: 'manual' })
  /** Where a client is told that the picture is, as an address of this gateway. */
  const drawn = async (imageUrl: string): Promise<string> => {
    const id = await draw()
    proxy().tell(id, { status: 'SUCCESS', progress: '100%', imageUrl })
    await poll()
    const url = new URL((await statusOf(id)).imageUrl)
    return url.pathname + url.search
  }

  describe('what a task has made', () => {
    it('is shown through us, for a while, to whoever has its address', async () => {
      const url = await drawn(`${proxy().url}/picture/1`)
      expect(url).toMatch(/^\/mj\/image\/drawing-\d+\?task=/)
      const shown = await show(url)
      expect([shown.status, shown.headers.get('content-type'), Buffer.from(await shown.arrayBuffer())]).toEqual([
        200,
        'image/png',
        picture,
      ])
      expect(shown.headers.get('content-security-policy')).toBe('sandbox')
      clock.pass(2 * 3600)
      expect((await show(url)).status).toBe(403)
    })

    it('T54: is not shown without its signature, nor by that of another', async () => {
      const [one, other] = [await drawn(`${proxy().url}/picture/1`), await drawn(`${proxy().url}/picture/2`)]
      const [path = '', query = ''] = one.split('?')
      const [otherPath = ''] = other.split('?')
      const forged = [
        path,
        `${path}?${query.replace(/signature=.*/, '')}`,
        `${path}?${query.replace(/expires=\d+/, 'expires=99999999999')}`,
        `${path}?${query.replace(/task=(\d+)/, (_, id) => `task=${Number(id) + 1}`)}`,
        `${path}?${query.replace('place=0', 'place=1')}`,
      ]
      for (const url of forged) expect((await show(url)).status).toBe(403)
      expect((await show(`${otherPath}?${query}`)).status).toBe(400)
    })

    it('T54: is not fetched from where no upstream may send us, straight or by a redirect', async () => {
      // The first answers with a sound to whoever gets there.
      const places = [
        `${songs().url}/sound/1`,
        'http://169.254.169.254/latest',
        'http://localhost/x',
        'file:///etc/passwd',
      ]
      for (const place of places) {
        expect((await show(await drawn(place))).status).toBe(502)
        expect((await show(await drawn(`${proxy().url}/picture?to=${place}`))).status).toBe(502)
      }
    })

    it('is no page, whatever its upstream sends', async () => {
      const shown = await show(await drawn(`${proxy().url}/picture/page`))
      expect([shown.status, await shown.json()]).toMatchObject([502, { description: 'medium_unavailable' }])
    })

    it('is where its upstream says, where the operator wants that', async () => {
      await root().put('/api/option/', { key: 'MjForwardUrlEnabled', value: 'false' })
      const id = await draw()
      proxy().tell(id, {
        status: 'SUCCESS',
        progress: '100%',
        imageUrl: 'https://cdn.example/1.png',
        videoUrls: [{ url: 'https://cdn.example/1.mp4' }],
      })
      await poll()
      expect(await statusOf(id)).toMatchObject({
        imageUrl: 'https://cdn.example/1.png',
        videoUrl: 'https://cdn.example/1.mp4',
      })
      await root().put('/api/option/', { key: 'MjForwardUrlEnabled', value: 'true' })
      const { imageUrl, videoUrls } = await statusOf(id)
      expect([imageUrl, videoUrls[0].url].map((url) => new URL(url).searchParams.get('place'))).toEqual(['0', '1'])
    })

    const sung = async (audio_url: string): Promise<{ kind: string; url: string }> => {
      const { json } = await send('POST', '/suno/submit/music', { prompt: 'Rain' })
      songs().tell(json.data, { status: 'SUCCESS', data: [{ title: 'Rain', audio_url }] })
      await poll()
      return (await root().get(`/api/task/self?task_id=${json.data}`)).data.items[0].media[0]
    }

    it('is heard as well, also from where a player goes on', async () => {
      const { kind, url } = await sung(`${songs().url}/sound/1`)
      const heard = await show(url)
      expect([kind, heard.headers.get('content-type'), await heard.text()]).toEqual(['audio', 'audio/mpeg', 'a sound'])
      const rest = await fetch(new URL(url, gateway().url), { headers: { range: 'bytes=2-' } })
      expect([rest.status, rest.headers.get('content-range'), await rest.text()]).toEqual([206, 'bytes 2-6/7', 'sound'])
    })

    it('is heard while it comes: its beginning is here before its end is made', async () => {
      const { url } = await sung(`${songs().url}/sound/slow`)
      const reader = (await show(url)).body?.getReader()
      const first = await reader?.read()
      expect(Buffer.from(first?.value ?? []).toString()).toBe('a slow ')
      songs().playOn()
      expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('sound')
    })
  })

  describe('a notice of an upstream', () => {
    const notify = (query: string, body: object) =>
      fetch(`${gateway().url}/mj/notify${query}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: 'Bearer sk-x' },
        body: JSON.stringify(body),
      })
    const forged = { status: 'FAILURE', progress: '100%', failReason: 'forged', imageUrl: 'http://127.0.0.1:1/' }
    const noticeQuery = async () => {
      await root().put('/api/option/', { key: 'MjNotifyEnabled', value: 'true' })
      const id = await draw()
      await root().put('/api/option/', { key: 'MjNotifyEnabled', value: 'false' })
      const hook = new URL(String(proxy().handedIn().at(-1)?.body.notifyHook))
      expect(hook.pathname).toBe('/mj/notify')
      return { id, query: hook.search }
    }

    it('T54: is not believed from anybody but the channel that it is about', async () => {
      const { id, query } = await noticeQuery()
      const key = new URLSearchParams(query).get('key')
      for (const wrong of [
        '',
        `?channel=${channels().drawing}`,
        `?channel=${channels().music}&key=${key}`,
        '?channel=x&key=y',
      ]) {
        expect((await notify(wrong, { id, ...forged })).status).toBe(401)
      }
      expect((await statusOf(id)).status).not.toBe('FAILURE')
    })

    it('T54: makes us ask its upstream at once, and what stands in it counts for nothing', async () => {
      const { id, query } = await noticeQuery()
      proxy().tell(id, { status: 'IN_PROGRESS', progress: '70%' })
      expect(await (await notify(query, { id, ...forged })).json()).toEqual({ code: 1, description: '' })
      await expect.poll(() => statusOf(id)).toMatchObject({ status: 'IN_PROGRESS', progress: '70%' })
      expect(await (await notify(query, { id: 'unknown' })).json()).toMatchObject({ code: 4 })
    })
  })
})
