import OpenAI, { toFile } from 'openai'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { channels } from '#contract/channels.ts'
import { optionCalls } from '#contract/options.ts'
import { tokens } from '#contract/tokens.ts'
import type { Database } from '#server/db/database.ts'
import { type BatchService, batchAnswer, batchLine, linesOf, startBatchService } from '#testing/batch-service.ts'
import { type Look, sharedBrowser } from '#testing/browser.ts'
import { type ConsoleClient, setUp } from '#testing/console-client.ts'
import { type DrawingProxy, startDrawingProxy } from '#testing/drawing-proxy.ts'
import { sameAsReloaded } from '#testing/fresh-load.ts'
import { freshPages } from '#testing/fresh-pages.ts'
import { finishedWork, openServersDatabase, workOf } from '#testing/list-rows.ts'
import { inSight } from '#testing/screen-facts.ts'
import { type ServerProcess, startServerProcess } from '#testing/server-process.ts'
import { settled } from '#testing/settled.ts'
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
let batches: BatchService
let key: string

beforeAll(async () => {
  browser = await sharedBrowser()
  server = await startServerProcess()
  client = await setUp(server.url)
  proxy = await startDrawingProxy()
  songs = await startSongService()
  films = await startVideoService()
  batches = await startBatchService()
  const channel = { key: 'secret', group: 'default' }
  const drawing = { name: 'proxy', type: 2, base_url: proxy.url, models: 'mj_imagine' }
  const music = { name: 'songs', type: 36, base_url: songs.url, models: 'suno_music' }
  const filming = { name: 'films', type: 1, base_url: films.url, models: 'sora-2' }
  const answering = { name: 'answers', type: 1, base_url: batches.url, models: 'gpt-4o-mini' }
  for (const each of [drawing, music, filming, answering])
    await client.call(channels.create, { body: { ...channel, ...each } })
  const token = await client.call(tokens.create, { body: { name: 'token', unlimited_quota: true } })
  key = `sk-${token.key}`
})
afterAll(async () => {
  await Promise.all([proxy?.close(), songs?.close(), films?.close(), batches?.close()])
  await server?.remove()
})

const draw = async (prompt: string): Promise<string> =>
  (await sendTask(server, key, { method: 'POST', path: '/mj/submit/imagine', body: { prompt } })).json.result
const sing = async (prompt: string): Promise<string> =>
  (await sendTask(server, key, { method: 'POST', path: '/suno/submit/music', body: { prompt } })).json.data
const film = async (prompt: string): Promise<string> =>
  (await sendTask(server, key, { method: 'POST', path: '/v1/videos', body: { prompt } })).json.id
/** A batch of two calls. */
const handIn = async (): Promise<string> => {
  const openai = new OpenAI({ apiKey: key, baseURL: `${server.url}/v1`, maxRetries: 0 })
  const body = { model: 'gpt-4o-mini', max_tokens: 1000, messages: [{ role: 'user', content: 'Say something.' }] }
  const file = await toFile(Buffer.from(linesOf([batchLine('one', body), batchLine('two', body)])), 'calls.jsonl')
  const { id } = await openai.files.create({ file, purpose: 'batch' })
  const wanted = { input_file_id: id, endpoint: '/v1/chat/completions', completion_window: '24h' } as const
  return (await openai.batches.create(wanted)).id
}
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
    await page.getByText('Drawing callbacks are off').waitFor()
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
    await dialog(page).getByText('Rain', { exact: true }).waitFor()
    await dialog(page).getByText('Raw data').click()
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

describe('somebody who hands in a batch', () => {
  it('sees it come along and finish, what it cost, its answers, and the row of the log that says so', async () => {
    const id = await handIn()
    const page = await pages.open(browser, `${server.url}/batch`, { look: desk })
    const row = rowOf(page, id)
    await row.getByText('0 of 2').waitFor()
    batches.change(id, { request_counts: { total: 2, completed: 1, failed: 0 } })
    await row.getByText('1 of 2').waitFor()
    const usage = { prompt_tokens: 100_000, completion_tokens: 20_000, total_tokens: 120_000 }
    batches.finish(id, [batchAnswer('one', usage), batchAnswer('two', undefined, 400)])
    await row.getByText('1 failed').waitFor()
    await row.getByText('$0.013500').waitFor()
    await row.getByRole('button', { name: id, exact: true }).click()
    expect(await violationsOf(page)).toEqual([])
    const results = dialog(page).getByRole('link', { name: 'Download the results' })
    const read = await page.evaluate<string>(
      `fetch(${JSON.stringify(await results.getAttribute('href'))}).then((answer) => answer.text())`,
    )
    expect(read).toContain('Hello.')
    await dialog(page).getByRole('link', { name: 'Its row in the usage log' }).click()
    await page.getByRole('heading', { name: 'Usage logs' }).waitFor()
    await rowOf(page, 'gpt-4o-mini').first().waitFor()
  })

  it('has one stopped', async () => {
    const id = await handIn()
    const page = await pages.open(browser, `${server.url}/batch`, { look: desk })
    await rowOf(page, id).getByRole('button').last().click()
    await page.getByRole('menuitem', { name: 'Stop' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Stop' }).click()
    await expect.poll(() => batches.batches.get(id).status).toBe('cancelling')
    batches.finish(id, [], 'cancelled')
    await rowOf(page, id).getByText('Finished').waitFor()
  })
})

const words = {
  en: ['Drawing logs', 'Task logs', 'Video logs', 'Batches'],
  zh: ['绘图日志', '任务日志', '视频日志', '批处理'],
} as const

const looked = [
  ['/midjourney', 'Drawing logs', ['Submitted', 'Took', 'Task ID', 'Status', 'Progress', 'Result']],
  ['/task', 'Task logs', ['Submitted', 'Finished', 'Progress', 'Took', 'Task ID', 'Status']],
  [
    '/video',
    'Video logs',
    ['Submitted', 'Status', 'Progress', 'Took', 'Model', 'Length and size', 'Video ID', 'Prompt'],
  ],
  ['/batch', 'Batches', ['Submitted', 'Status', 'Progress', 'Model', 'Requests', 'Cost', 'Batch ID', 'Actions']],
] as const

describe('all four pages', () => {
  it('have what matters in sight at 1280 px, also for an administrator', async () => {
    const [drawing] = [await draw('a cat on a roof'), await sing('Rain'), await film('Rain'), await handIn()]
    proxy.tell(drawing, { status: 'SUCCESS', progress: '100%', imageUrl: `${proxy.url}/picture/1` })
    const page = await pages.open(browser, `${server.url}/midjourney`, { look: desk })
    await rowOf(page, drawing).getByRole('button', { name: 'View' }).waitFor()
    for (const [path, name, columns] of looked) {
      await page.goto(server.url + path)
      const table = page.getByRole('region', { name })
      await table.waitFor()
      expect(await inSight({ page, table, width: desk.width }, columns)).toEqual(columns)
    }
  })

  it('have their filters in one line at 1280 px', async () => {
    await draw('a cat on a roof')
    const page = await pages.open(browser, `${server.url}/midjourney`, { look: desk })
    for (const [path] of looked) {
      await page.goto(server.url + path)
      const more = page.getByRole('button', { name: 'More filters' })
      const line = [page.getByRole('combobox', { name: 'Status' }), more, page.getByRole('button', { name: 'Live' })]
      await more.waitFor()
      const places = await Promise.all(line.map(async (each) => (await each.boundingBox())?.y))
      expect(new Set(places).size).toBe(1)
    }
  })

  it.each([desk, other])('fit a desk and a phone and can be used by everybody, in $language', async (look) => {
    const [drawing, song] = [await draw('a cat in the rain'), await sing('Rain on the roof')]
    const reel = await film('Rain on the roof')
    const batch = await handIn()
    proxy.tell(drawing, { status: 'SUCCESS', progress: '100%', imageUrl: `${proxy.url}/picture/1` })
    songs.tell(song, { status: 'SUCCESS', data: [{ title: 'Rain', audio_url: `${songs.url}/sound/1` }] })
    const page = await pages.open(browser, `${server.url}/midjourney`, { look })
    const [drawings, tasks, videos, lots] = words[look.language]
    for (const [path, id, word] of [
      ['/midjourney', drawing, drawings],
      ['/task', song, tasks],
      ['/video', reel, videos],
      ['/batch', batch, lots],
    ] as const) {
      await page.setViewportSize({ width: look.width, height: 900 })
      await page.goto(server.url + path)
      await page.getByRole('heading', { name: word }).waitFor()
      await page.getByText(id).first().waitFor()
      await settled(page)
      expect(await violationsOf(page)).toEqual([])
      expect(await scrollsSideways(page)).toBe(false)
      await page.setViewportSize(phone)
      await page.locator('li[data-row]').first().waitFor()
      await settled(page)
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
    await expect
      .poll(() => menu.getByRole('link', { name: /^(?:(?:Drawing|Task|Video) logs|Batches)/ }).count())
      .toBe(0)
  })
})

const narrowed = [
  {
    ...{ path: '/midjourney', work: workOf.drawing, status: 'Failed', none: 'Waiting for its window' },
    more: [{ name: 'Type', value: 'Upscale', address: { action: 'UPSCALE' }, row: { action: 'UPSCALE' } }],
  },
  {
    ...{ path: '/task', work: workOf.song, status: 'Failed', none: 'Queued' },
    more: [
      { name: 'Type', value: 'Lyrics', address: { action: 'LYRICS' }, row: { action: 'LYRICS' } },
      { name: 'Platform', value: 'suno', isBox: true, address: { platform: 'suno' }, row: undefined },
    ],
  },
  {
    ...{ path: '/video', work: workOf.video, status: 'Failed', none: 'Queued' },
    more: [
      { name: 'Type', value: 'Remix', address: { action: 'REMIX' }, row: { action: 'REMIX' } },
      {
        ...{ name: 'Model', value: 'veo-3', isBox: true, address: { model: 'veo-3' } },
        row: { asked: JSON.stringify({ model: 'veo-3', seconds: 8 }) },
      },
    ],
  },
  {
    ...{ path: '/batch', work: workOf.batch, status: 'Failed', none: 'Queued' },
    more: [
      {
        ...{ name: 'Model', value: 'gpt-5', isBox: true, address: { model: 'gpt-5' } },
        row: { asked: JSON.stringify({ model: 'gpt-5', lines: 2, username: 'root', tokenName: 'token' }) },
      },
    ],
  },
] as const

describe('somebody who looks for some of much work that is over', () => {
  let quiet: ServerProcess
  let database: Database
  const now = Math.floor(Date.now() / 1000)
  /** Where it is about noon: what was an hour ago was today. */
  const hoursToNoon = 12 - new Date().getUTCHours()
  const timezoneId = `Etc/GMT${hoursToNoon > 0 ? '-' : '+'}${Math.abs(hoursToNoon)}`

  beforeAll(async () => {
    quiet = await startServerProcess()
    await setUp(quiet.url)
    database = await openServersDatabase(quiet.dataFolder)
    const works = narrowed.flatMap(({ path, work, more }) => [
      finishedWork(`${path} plain`, now - 900, work),
      finishedWork(`${path} failed`, now - 800, { ...work, status: 'FAILURE' }),
      ...more.flatMap(({ name, row }) =>
        row ? [finishedWork(`${path} ${name}`, now - 700, { ...work, ...row })] : [],
      ),
    ])
    await database.query.insertInto('tasks').values(works).execute()
  })
  afterAll(async () => {
    await database?.close()
    await quiet?.remove()
  })

  const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true })
  const rows = (page: Page) => page.locator('tbody tr[data-row]')
  const search = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams)
  const shows = (page: Page, count: number) => expect.poll(() => rows(page).count()).toBe(count)
  const open = async (path: string, count: number) => {
    const unlikeReloaded = 'it is compared by hand, after there and back'
    const page = await pages.open(browser, quiet.url + path, { timezoneId, unlikeReloaded })
    await shows(page, count)
    return page
  }
  const pick = async (page: Page, box: string, option: string) => {
    await page.getByRole('combobox', { name: box, exact: true }).click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }
  /** What the address says is shown again by whoever opens it. */
  const staysSo = async (page: Page, count: number, address: Record<string, string>) => {
    await shows(page, count)
    await expect.poll(() => search(page)).toEqual(address)
    await sameAsReloaded(page)
  }

  it.each(narrowed)('finds it at $path by how far it came and what was asked for, and has all again', async (list) => {
    const { path, status, none, more } = list
    const count = 2 + more.filter(({ row }) => row !== undefined).length
    const page = await open(path, count)
    await pick(page, 'Status', status)
    await staysSo(page, 1, { status: 'FAILURE' })
    await rows(page).getByText(`${path} failed`).waitFor()
    await button(page, 'Clear Status').click()
    await staysSo(page, count, {})
    await button(page, 'More filters').click()
    for (const { name, value, address, row, ...filter } of more) {
      if ('isBox' in filter) await page.getByRole('searchbox', { name, exact: true }).fill(value)
      else await pick(page, name, value)
      await staysSo(page, row ? 1 : count, address)
      await button(page, 'More filters (1)').waitFor()
      await button(page, `Clear ${name}`).click()
      await staysSo(page, count, {})
    }
    await pick(page, 'Status', none)
    await page.getByText('Nothing matches').first().waitFor()
    await sameAsReloaded(page)
    await page.locator('main').getByRole('button', { name: 'Clear filters' }).last().click()
    await staysSo(page, count, {})
  })

  it.each(narrowed)('finds it at $path by a click on what a row says', async ({ path, status, more }) => {
    const count = 2 + more.filter(({ row }) => row !== undefined).length
    const page = await open(path, count)
    const only = async (name: string, value: string, of: string) => {
      const offered = `Only ${name}: ${value}`
      // Out of sight until the pointer is on its cell.
      const cell = rows(page)
        .filter({ hasText: of })
        .getByRole('cell')
        .filter({ has: page.getByLabel(offered) })
      await cell.hover()
      await button(cell, offered).click()
    }
    await only('Status', status, `${path} failed`)
    await staysSo(page, 1, { status: 'FAILURE' })
    await button(page, 'Clear filters').click()
    await shows(page, count)
    for (const { name, value, address, row } of more) {
      await only(name, value, row ? `${path} ${name}` : `${path} plain`)
      await staysSo(page, row ? 1 : count, address)
      await button(page, 'Clear filters').click()
      await shows(page, count)
    }
  })

  it.each(narrowed)('follows it at $path, and leaves it alone again', async ({ path, work, more }) => {
    const count = 2 + more.filter(({ row }) => row !== undefined).length
    const page = await open(path, count)
    const live = button(page, 'Live')
    await live.click()
    expect(await live.getAttribute('aria-pressed')).toBe('true')
    await staysSo(page, count, { live: 'on' })
    expect(await live.getAttribute('aria-pressed')).toBe('true')
    await database.query
      .insertInto('tasks')
      .values(finishedWork(`${path} newest`, now - 300, work))
      .execute()
    await button(page, '1 new row').waitFor()
    await button(page, '1 new row').click()
    await rows(page).first().getByText(`${path} newest`).waitFor()
    await expect.poll(() => button(page, '1 new row').count()).toBe(0)
    await live.click()
    expect(await live.getAttribute('aria-pressed')).toBe('false')
    await staysSo(page, count + 1, {})
    await database.query.deleteFrom('tasks').where('task_id', '=', `${path} newest`).execute()
  })
})
