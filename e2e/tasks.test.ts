import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { channels } from '#contract/channels.ts'
import { optionCalls } from '#contract/options.ts'
import { tokens } from '#contract/tokens.ts'
import { type Look, sharedBrowser } from '#testing/browser.ts'
import { type ConsoleClient, setUp } from '#testing/console-client.ts'
import { type DrawingProxy, startDrawingProxy } from '#testing/drawing-proxy.ts'
import { freshPages } from '#testing/fresh-pages.ts'
import { type ServerProcess, startServerProcess } from '#testing/server-process.ts'
import { type SongService, startSongService } from '#testing/song-service.ts'
import { sendTask } from '#testing/task-bench.ts'
import { startVideoService, type VideoService } from '#testing/video-service.ts'
import { scrollsSideways, violationsOf } from '#testing/violations.ts'

const pages = freshPages()

let browser: Browser
let server: ServerProcess
let client: ConsoleClient
let proxy: DrawingProxy
let songs: SongService
let films: VideoService
let key: string

beforeAll(async () => {
  browser = await sharedBrowser()
  server = await startServerProcess()
  client = await setUp(server.url)
  proxy = await startDrawingProxy()
  songs = await startSongService()
  films = await startVideoService()
  const channel = { key: 'secret', group: 'default' }
  const drawing = { name: 'proxy', type: 2, base_url: proxy.url, models: 'mj_imagine' }
  const music = { name: 'songs', type: 36, base_url: songs.url, models: 'suno_music' }
  const filming = { name: 'films', type: 1, base_url: films.url, models: 'sora-2' }
  for (const each of [drawing, music, filming]) await client.call(channels.create, { body: { ...channel, ...each } })
  const token = await client.call(tokens.create, { body: { name: 'token', unlimited_quota: true } })
  key = `sk-${token.key}`
})
afterAll(async () => {
  await Promise.all([proxy?.close(), songs?.close(), films?.close()])
  await server?.remove()
})

const draw = async (prompt: string): Promise<string> =>
  (await sendTask(server, key, { method: 'POST', path: '/mj/submit/imagine', body: { prompt } })).json.result
const sing = async (prompt: string): Promise<string> =>
  (await sendTask(server, key, { method: 'POST', path: '/suno/submit/music', body: { prompt } })).json.data
const film = async (prompt: string): Promise<string> =>
  (await sendTask(server, key, { method: 'POST', path: '/v1/videos', body: { prompt } })).json.id
const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const dialog = (page: Page) => page.getByRole('dialog')
const desk = { width: 1280, language: 'en', scheme: 'light' } as const satisfies Look

const other = { width: 1280, language: 'zh', scheme: 'dark' } as const satisfies Look
const phone = { width: 390, height: 900 }

describe('somebody who draws', () => {
  it('sees a drawing come along and finish without loading the page again, and looks at it', async () => {
    const prompt = `a ${'very '.repeat(30)}long cat`
    const [id, other] = [await draw(prompt), await draw('a dog')]
    const page = await pages.open(browser, `${server.url}/midjourney`, { look: desk })
    const row = rowOf(page, id)
    await row.getByText('Not started').or(row.getByText('Queued')).waitFor()
    await page.getByText('the drawing callback is not enabled').waitFor()
    proxy.tell(id, { status: 'IN_PROGRESS', progress: '45%' })
    await row.getByText('45%').waitFor()
    const drawn = {
      status: 'SUCCESS',
      progress: '100%',
      imageUrl: `${proxy.url}/picture/1`,
      promptEn: 'an English cat',
    }
    proxy.tell(id, drawn)
    proxy.tell(other, { ...drawn, promptEn: '' })
    await row.getByText('Done').waitFor()
    await rowOf(page, other).getByText('Done').waitFor()
    await row.getByRole('button', { name: 'View' }).click()
    const shown = dialog(page).getByRole('img')
    await expect.poll(() => page.evaluate(`document.querySelector('[role=dialog] img').naturalWidth`)).toBe(1)
    expect(await violationsOf(page)).toEqual([])
    const before = await shown.getAttribute('src')
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => shown.getAttribute('src')).not.toBe(before)
    await page.keyboard.press('Escape')
    await row.getByRole('button', { name: /^Prompt: a very/ }).click()
    await dialog(page).getByText('long cat').waitFor()
    await page.keyboard.press('Escape')
    await row.getByRole('button', { name: id }).click()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(id)
  })

  it('finds a drawing by its id, channel and time, and reads why one failed', async () => {
    await draw('a banned thing')
    const id = await draw('a cat')
    proxy.tell(id, { status: 'FAILURE', progress: '10%', failReason: 'no paint left' })
    const page = await pages.open(browser, `${server.url}/midjourney`, { look: desk })
    await rowOf(page, 'banned prompt').getByText('Not submitted').waitFor()
    await rowOf(page, id).getByText('Failed').waitFor()
    await rowOf(page, id).getByText('no paint left').waitFor()
    await page.getByPlaceholder('Task ID').fill(id)
    await rowOf(page, 'banned prompt').waitFor({ state: 'detached' })
    expect(await rowOf(page, id).count()).toBe(1)
    await page.goto(`${server.url}/midjourney?channel=99`)
    await page.getByText('Nothing matches').first().waitFor()
    await page.goto(`${server.url}/midjourney?end_timestamp=1700000000&start_timestamp=1600000000`)
    await page.getByText('Nothing matches').first().waitFor()
  })
})

describe('somebody who sings', () => {
  it('sees a song finish, hears it, and reads its full record', async () => {
    const id = await sing('Rain on the roof')
    const page = await pages.open(browser, `${server.url}/task`, { look: desk })
    const row = rowOf(page, id)
    await row.getByText('suno').waitFor()
    songs.tell(id, { status: 'SUCCESS', data: [{ title: 'Rain', audio_url: `${songs.url}/sound/1` }] })
    await row.getByText('Done').waitFor()
    await row.getByText('100%').waitFor()
    await row.getByRole('button', { name: id }).click()
    await dialog(page).getByText('"title": "Rain"').waitFor()
    const player = dialog(page).getByLabel('Listen to number 1')
    const heard = await page.evaluate<{ status: number; type: string }>(
      `fetch(${JSON.stringify(await player.getAttribute('src'))}).then((answer) => ({ status: answer.status, type: answer.headers.get('content-type') }))`,
    )
    expect(heard).toEqual({ status: 200, type: 'audio/mpeg' })
    expect(await violationsOf(page)).toEqual([])
  })
})

describe('somebody who makes films', () => {
  it('sees one come along and finish, and has it played', async () => {
    const id = await film('Rain on the roof')
    const page = await pages.open(browser, `${server.url}/video`, { look: desk })
    const row = rowOf(page, id)
    films.tell(id, { status: 'in_progress', progress: 45 })
    await row.getByText('45%').waitFor()
    films.tell(id, { status: 'completed', progress: 100 })
    await row.getByText('Done').waitFor()
    await row.getByRole('button', { name: id }).click()
    const player = dialog(page).getByLabel('Watch the video')
    const seen = await page.evaluate<{ status: number; type: string }>(
      `fetch(${JSON.stringify(await player.getAttribute('src'))}, { headers: { range: 'bytes=0-9' } }).then((answer) => ({ status: answer.status, type: answer.headers.get('content-type') }))`,
    )
    expect(seen).toEqual({ status: 206, type: 'video/mp4' })
    expect(await violationsOf(page)).toEqual([])
  })
})

const words = { en: ['Drawing logs', 'Task logs', 'Video logs'], zh: ['绘图日志', '任务日志', '视频日志'] } as const

describe('all three pages', () => {
  it.each([desk, other])('fit a desk and a phone and can be used by everybody, in $language', async (look) => {
    const [drawing, song] = [await draw('a cat in the rain'), await sing('Rain on the roof')]
    const reel = await film('Rain on the roof')
    proxy.tell(drawing, { status: 'SUCCESS', progress: '100%', imageUrl: `${proxy.url}/picture/1` })
    songs.tell(song, { status: 'SUCCESS', data: [{ title: 'Rain', audio_url: `${songs.url}/sound/1` }] })
    const page = await pages.open(browser, `${server.url}/midjourney`, { look })
    const [drawings, tasks, videos] = words[look.language]
    for (const [path, id, word] of [
      ['/midjourney', drawing, drawings],
      ['/task', song, tasks],
      ['/video', reel, videos],
    ] as const) {
      await page.setViewportSize({ width: look.width, height: 900 })
      await page.goto(server.url + path)
      await page.getByRole('heading', { name: word }).waitFor()
      await page.getByText(id).first().waitFor()
      expect(await violationsOf(page)).toEqual([])
      expect(await scrollsSideways(page)).toBe(false)
      await page.setViewportSize(phone)
      await page.getByText(id).first().waitFor()
      expect(await violationsOf(page)).toEqual([])
      expect(await scrollsSideways(page)).toBe(false)
    }
  })

  it('stand in the menu while the operator has them on', async () => {
    const page = await pages.open(browser, `${server.url}/token`, { look: desk })
    const menu = page.getByRole('navigation')
    await menu.getByRole('link', { name: 'Drawing logs' }).first().waitFor()
    for (const name of ['DrawingEnabled', 'TaskEnabled']) {
      await client.call(optionCalls.update, { body: { key: name, value: 'false' } })
    }
    await page.reload()
    await menu.getByRole('link', { name: 'Usage logs' }).first().waitFor()
    await expect.poll(() => menu.getByRole('link', { name: /^(?:Drawing|Task|Video) logs/ }).count()).toBe(0)
  })
})
