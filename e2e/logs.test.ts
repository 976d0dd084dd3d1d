import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { channels } from '#contract/channels.ts'
import { languageCodes } from '#contract/languages.ts'
import type { LogOther } from '#contract/logs.ts'
import { users } from '#contract/users.ts'
import { insertLog } from '#server/db/logs/log-store.ts'
import { openDatabase, sqliteFile } from '#server/db/open.ts'
import type { Settlement } from '#server/db/settling/settlement.ts'
import { recomputeRow } from '#server/domain/money/recomputed-row.ts'
import { systemClock } from '#server/lib/clock.ts'
import { createRequestIds } from '#server/lib/identifiers.ts'
import { createLog } from '#server/lib/log.ts'
import { desk, looks, sharedBrowser } from '#testing/browser.ts'
import { setUp } from '#testing/console-client.ts'
import { freshPages } from '#testing/fresh-pages.ts'
import { settlement } from '#testing/rows.ts'
import { inSight } from '#testing/screen-facts.ts'
import { type ServerProcess, startServerProcess } from '#testing/server-process.ts'
import { speak } from '#testing/speak.ts'
import { scrollsSideways, violationsOf } from '#testing/violations.ts'

const ann = { username: 'ann', password: 'stone-river-1' }
const now = Math.floor(Date.now() / 1000)
/** Where it is about noon just now: what was a moment ago was today. */
const hoursToNoon = 12 - new Date().getUTCHours()
const timezoneId = `Etc/GMT${hoursToNoon > 0 ? '-' : '+'}${Math.abs(hoursToNoon)}`
const oldRequest = createRequestIds(systemClock)()

const pages = freshPages()

let browser: Browser
let server: ServerProcess
let page: Page

beforeAll(async () => {
  browser = await sharedBrowser()
  server = await startServerProcess()
  const client = await setUp(server.url)
  const { id } = await client.call(users.create, { body: { ...ann, display_name: 'Ann' } })
  for (const name of ['first', 'second', 'third']) {
    const body = {
      name,
      type: 1,
      key: 'sk-upstream',
      base_url: 'http://127.0.0.1:9',
      models: 'plain',
      group: 'default',
    }
    await client.call(channels.create, { body })
  }
  await server.stop()
  await fill(sqliteFile(server.dataFolder), id)
  await server.restart()
})
beforeEach(async () => {
  page = await pages.open(browser, `${server.url}/log?start_timestamp=${now - 86_400}&size=50`, { timezoneId })
})
afterAll(() => server.remove())

/** One call for each way of charging, made by `ann`, and something of every other kind. */
const fill = async (file: string, userId: number): Promise<void> => {
  const database = await openDatabase({ url: undefined, file, clock: systemClock, log: createLog({ level: 'warn' }) })
  const call = (modelName: string, other: LogOther, fields: Partial<Settlement> = {}): Settlement => {
    const counts = { promptTokens: 3000, completionTokens: 400, ...fields }
    const text = JSON.stringify({ model_price: -1, model_ratio: 1.25, completion_ratio: 4, group_ratio: 1, ...other })
    const tokens = { prompt_tokens: counts.promptTokens, completion_tokens: counts.completionTokens }
    return settlement({
      ...{ userId, username: 'ann', tokenId: 0, tokenName: 'laptop', channelId: 2, modelName, other: text },
      ...{ createdAt: now - 600, quota: recomputeRow({ ...tokens, other: text }), ...counts },
    })
  }
  await database.settle([
    ...Array.from({ length: 12 }, (_, index) => call('plain', {}, { createdAt: now - 4000 - index })),
    call('old', {}, { requestId: oldRequest, createdAt: now - 400 * 86_400 }),
    call('cached', {
      ...{ user_group_ratio: 0.8, cache_tokens: 1000, cache_ratio: 0.1, cache_creation_tokens: 500 },
      ...{
        cache_creation_ratio: 1.25,
        cache_creation_hour_tokens: 200,
        cache_creation_hour_ratio: 2,
        claude: true,
        usage_doubt: 'above_limit',
      },
      tool_calls: [{ tool: 'web_search', calls: 2, price: 10 }],
    }),
    call('spoken', {
      ...{ audio: true, audio_input: 800, audio_output: 100, text_input: 2200, text_output: 300 },
      ...{ audio_ratio: 20, audio_completion_ratio: 2 },
    }),
    call('fixed', { model_price: 0.04, tool_calls: [{ tool: 'file_search', calls: 1, price: 2.5 }] }),
    call('pictures', { model_price: 0.04, calls: 3 }, { promptTokens: 3, completionTokens: 0 }),
    call('guessed', { estimated: true, stream_error: 'client_gone' }, { isStream: true }),
    call(
      'mapped',
      {
        ...{ is_model_mapped: true, upstream_model_name: 'actual', frt: 420, reasoning_tokens: 150 },
        ...{ reasoning_effort: 'high', system_prompt: 'Be brief.', input_content: 'Hello', output_content: 'Hi' },
        admin_info: {
          use_channel: ['1', '2'],
          attempts: [
            { channel: 1, status: 500, ms: 12, error: 'overloaded' },
            { channel: 2, status: 200, ms: 900 },
          ],
          candidates: 3,
          skipped: [{ channel: 3, reason: 'resting' }],
        },
      },
      { requestId: 'mapped-request', isStream: true, useTime: 2, createdAt: now - 300 },
    ),
  ])
  const event = { user_id: userId, username: 'ann', other: '', created_at: now - 200 }
  await insertLog(database.query, { ...event, type: 1, quota: 500_000, content: '=Redeemed' })
  await insertLog(database.query, { ...event, type: 3, quota: -20_000, content: 'Corrected' })
  await insertLog(database.query, { ...event, type: 5, quota: 1000, content: 'Checked in' })
  await database.close()
}

const table = () => page.getByRole('table', { name: 'Usage logs' })
const rowOf = (text: string) => table().getByRole('row').filter({ hasText: text }).first()
const headings = () => table().getByRole('columnheader').allInnerTexts()
const unfold = (model: string, on = page) =>
  on
    .getByRole('button', { name: `Show details of ${model}` })
    .first()
    .click()
const fold = unfold
const search = () => Object.fromEntries(new URL(page.url()).searchParams)
const receiptRows = async () =>
  (await page.getByRole('table', { name: 'Billing details' }).getByRole('row').allInnerTexts()).map(words)
const words = (text: string) => text.replace(/\s+/g, ' ').trim()

describe('an operator with the usage log', () => {
  it('narrows the list, keeps that in the address, and sees what it adds up to', async () => {
    await page.getByText('21 entries').waitFor()
    const summary = page.getByLabel('Summary')
    await expect.poll(() => summary.innerText()).toMatch(/Cost\s*\$\d/)
    await page.getByRole('button', { name: 'More filters' }).click()
    await page.getByPlaceholder('Model name').fill('plain')
    await page.getByPlaceholder('Model name').press('Enter')
    await page.getByText('12 entries').waitFor()
    await page.getByPlaceholder('Username').fill('ann')
    await page.getByPlaceholder('Username').press('Enter')
    expect(search()).toMatchObject({ model_name: 'plain', username: 'ann' })
    // 3000 + 4 × 400 tokens at ratio 1.25, twelve times.
    await expect.poll(() => summary.innerText()).toContain('$0.14')
    await page.reload()
    await page.getByText('12 entries').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByRole('combobox', { name: 'Type' }).click()
    await page.getByRole('option', { name: 'Admin' }).click()
    await rowOf('Corrected').waitFor()
    expect(search()).toMatchObject({ type: '3' })
    expect(await rowOf('Corrected').innerText()).toContain('-$0.04')
  })

  it('has what matters in sight at 1280 px, with the filters in one line', async () => {
    await page.goto(`${server.url}/log`)
    await rowOf('mapped').waitFor()
    const columns = ['Time', 'User', 'Model', 'Duration / first token', 'Cost']
    expect(
      await inSight({ page, table: page.getByRole('region', { name: 'Usage logs' }), width: 1280 }, columns),
    ).toEqual(columns)
    const heights = await Promise.all(
      [page.getByPlaceholder('Request ID'), page.getByRole('button', { name: 'Columns' })].map((control) =>
        control.boundingBox().then((box) => Math.round(box?.y ?? 0)),
      ),
    )
    expect(heights[0]).toBe(heights[1])
  })

  it('chooses columns, and finds the choice again', async () => {
    await rowOf('mapped').waitFor()
    expect(await headings()).toEqual(expect.arrayContaining(['Channel', 'User', 'Group', 'Retry']))
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'Group' }).click()
    await expect.poll(headings).not.toContain('Group')
    await page.keyboard.press('Escape')
    await page.reload()
    await rowOf('mapped').waitFor()
    expect(await headings()).not.toContain('Group')
  })

  it('sees how each charge came about', async () => {
    const last = async (model: string) => {
      await unfold(model)
      await page.getByRole('table', { name: 'Billing details' }).waitFor()
      const rows = await receiptRows()
      await fold(model)
      await page.getByRole('table', { name: 'Billing details' }).waitFor({ state: 'detached' })
      return rows.slice(1)
    }
    expect(await last('cached')).toEqual([
      'Input 1,300 × 1.25 × 1 × 0.8 $2.00 $0.002600',
      'Cache read 1,000 × 1.25 × 0.1 × 0.8 $0.20 $0.000200',
      'Cache write 500 × 1.25 × 1.25 × 0.8 $2.50 $0.001250',
      'Cache write (1 hour) 200 × 1.25 × 2 × 0.8 $4.00 $0.000800',
      'Output 400 × 1.25 × 4 × 0.8 $8.00 $0.003200',
      'Web search 2 calls × $10.00 per 1000 × group ratio 0.8 $0.016000',
      'Total 12,025 quota $0.024050',
    ])
    expect(await last('spoken')).toEqual([
      'Text input 2,200 × 1.25 × 1 × 1 $2.50 $0.005500',
      'Audio input 800 × 1.25 × 20 × 1 $50.00 $0.040000',
      'Text output 300 × 1.25 × 4 × 1 $10.00 $0.003000',
      'Audio output 100 × 1.25 × 20 × 2 × 1 $100.00 $0.010000',
      'Total 29,250 quota $0.058500',
    ])
    expect(await last('fixed')).toEqual([
      'One request $0.04 × group ratio 1 $0.040000',
      'File search 1 call × $2.50 per 1000 × group ratio 1 $0.002500',
      'Total 21,250 quota $0.042500',
    ])
    expect(await last('pictures')).toEqual([
      'One request $0.04 × 3 × group ratio 1 $0.120000',
      'Total 60,000 quota $0.120000',
    ])
    expect((await last('guessed'))[0]).toBe('Input ≈ 3,000 × 1.25 × 1 × 1 $2.50 $0.007500')
  })

  it('sees the whole receipt of a usual call in the drawer at 1280 px, in any language', async () => {
    const drawer = page.getByRole('dialog')
    const size = page.viewportSize() ?? expect.fail('no window')
    await page.setViewportSize({ width: 1280, height: size.height })
    await rowOf('guessed').click({ position: { x: 600, y: 4 } })
    const receipt = drawer.getByRole('table').locator('xpath=..')
    for (const language of languageCodes) {
      await speak(page, language)
      await receipt.waitFor()
      const hidden = await receipt.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
      expect([language, hidden]).toEqual([language, 0])
    }
    await speak(page, 'en')
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'detached' })
    await page.setViewportSize(size)
  })

  it('T46: sees which usage is hard to believe', async () => {
    await unfold('cached')
    await page.getByText('The upstream reported far more tokens than the request allowed').waitFor()
    expect(await violationsOf(page)).toEqual([])
  })

  it('sees why a call went where it went, and what was said', async () => {
    expect(await rowOf('mapped').innerText()).toContain('1 → 2')
    await unfold('mapped')
    const path = page.getByRole('group', { name: 'Routing' })
    await path.getByText('3 channels serve this model for this group').waitFor()
    expect((await path.getByRole('listitem').allInnerTexts()).map(words)).toEqual([
      'Channel #3 third Skipped Cooling down after failures',
      'Channel #1 first Status 500 12 ms overloaded',
      'Channel #2 second Status 200 900 ms First token 420 ms',
    ])
    for (const text of ['actual', 'high', 'Be brief.', 'Hello', 'Hi']) {
      await page.getByText(text, { exact: true }).first().waitFor()
    }
    await page.getByRole('button', { name: /mapped-request/ }).click()
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe('mapped-request')
  })

  it('opens the account behind a row', async () => {
    await page.getByRole('button', { name: 'Show account of ann' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Account of ann' })
    await expect
      .poll(() => dialog.innerText().then(words))
      .toMatch(/Username ann Balance -?\$[\d.]+ Total used \$[\d.]+ Requests 19/)
    expect(await violationsOf(page)).toEqual([])
    expect(await dialog.getByRole('link', { name: 'Open page' }).getAttribute('href')).toMatch(/^\/user\/\d+$/)
    await dialog.getByRole('link', { name: 'All entries of this user' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(search()).toMatchObject({ username: 'ann' })
  })

  const places = { en: ['Request ID', 'Model name'], zh: ['请求 ID', '模型名称'] } as const
  const texts = {
    en: {
      unfolded: 'Billing details',
      clear: 'Clear filters',
      more: 'More filters',
      palette: 'Command palette',
      call: 'Request',
    },
    zh: { unfolded: '计费明细', clear: '清除筛选', more: '更多筛选', palette: '命令面板', call: '请求' },
  } as const
  for (const language of ['en', 'zh'] as const) {
    it(`finds a call of any time by the id that its answer carried, ${language}`, async () => {
      const opened = await pages.open(browser, `${server.url}/log`, { look: { ...desk, language }, user: ann })
      const isFound = async () => {
        await opened.getByRole('table', { name: texts[language].unfolded }).waitFor()
        expect(await opened.getByRole('button', { name: oldRequest }).count()).toBe(1)
        expect(new URL(opened.url()).search).toBe(`?request_id=${oldRequest}`)
      }
      for (const place of places[language]) {
        await opened.goto(`${server.url}/log?type=1&start_timestamp=${now - 86_400}`)
        if (place === places[language][1]) await opened.getByRole('button', { name: texts[language].more }).click()
        await opened.getByPlaceholder(place, { exact: true }).fill(oldRequest)
        await isFound()
        const boxes = await opened.getByRole('searchbox').all()
        const values = await Promise.all(boxes.map((box) => box.inputValue()))
        expect(values.filter((value) => value !== '')).toEqual([oldRequest])
        expect(await violationsOf(opened)).toEqual([])
        await opened.getByRole('button', { name: texts[language].clear }).click()
        await opened.getByRole('table', { name: texts[language].unfolded }).waitFor({ state: 'detached' })
      }
      await opened.goto(`${server.url}/token`)
      await opened.getByRole('heading', { level: 1 }).waitFor()
      await opened.keyboard.press('Control+k')
      const palette = opened.getByRole('dialog', { name: texts[language].palette })
      await palette.getByRole('combobox').fill(` ${oldRequest} `)
      await palette.getByRole('option', { name: `${texts[language].call} ${oldRequest}` }).waitFor()
      expect(await violationsOf(opened)).toEqual([])
      await opened.keyboard.press('Enter')
      await isFound()
    })
  }

  it('takes what the filters find as a file', async () => {
    const take = async (kind: string) => {
      await page.getByRole('button', { name: 'Export' }).click()
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: kind }).click(),
      ])
      return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') }
    }
    await page.goto(`${server.url}/log?start_timestamp=${now - 86_400}&type=1`)
    await rowOf('Redeemed').waitFor()
    const csv = await take('Table (CSV)')
    expect(csv.name).toBe('logs.csv')
    expect(csv.text.split('\r\n')).toHaveLength(3)
    expect(csv.text).toMatch(/^\ufeff"Time","Type","User",/)
    expect(csv.text).toContain("'=Redeemed")
    await page.goto(`${server.url}/log?start_timestamp=${now - 86_400}&model_name=plain`)
    await page.getByText('12 entries').waitFor()
    const lines = await take('JSON Lines')
    expect(lines.name).toBe('logs.jsonl')
    expect(
      lines.text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).model_name),
    ).toEqual(Array(12).fill('plain'))
  })

  it('sees use over time and by model, and goes from there to the entries', async () => {
    await page.goto(`${server.url}/detail`)
    const models = page.getByRole('table', { name: 'Model', exact: true })
    await models.getByRole('row').filter({ hasText: 'plain' }).waitFor()
    expect(await models.getByRole('row').count()).toBe(1 + 7)
    expect(words(await models.getByRole('row').filter({ hasText: 'plain' }).innerText())).toMatch(
      /^plain \$0.14 [\d.]+% 12 40.8k/,
    )
    const chart = page.getByRole('slider', { name: 'Usage over time, by model' })
    await chart.focus()
    await page.keyboard.press('Home')
    expect(await chart.getAttribute('aria-valuetext')).toMatch(/: \$0\.00$/)
    await page.keyboard.press('End')
    await page.getByRole('button', { name: 'Show entries' }).click()
    await page.waitForURL('**/log?*')
    expect(Number(search().end_timestamp) - Number(search().start_timestamp)).toBe(3599)
    await page.goto(`${server.url}/detail?username=nobody&measure=count`)
    await page.getByText('No requests in this time range').waitFor()
    await page.goto(`${server.url}/detail?range=90d`)
    await page.getByRole('combobox', { name: 'Granularity' }).getByText('Daily').waitFor()
  })

  it('clears what is old from the settings, and sees how far it has come', async () => {
    await page.goto(`${server.url}/setting?tab=operation`)
    await page.getByRole('button', { name: 'Clear entries' }).click()
    const question = page.getByRole('alertdialog')
    const day = /Type “(\S+)” to confirm/.exec(await question.innerText())?.[1] ?? ''
    await question.getByRole('textbox').fill(day)
    await question.getByRole('button', { name: 'Clear entries' }).click()
    await page.getByText('1 log entry cleared').waitFor()
    await page.getByText(/Last cleared: 1 of 1 entries from before/).waitFor()
  })
})

describe('a user', () => {
  it('sees the own rows, without channels and without the ways they took', async () => {
    const opened = await pages.open(browser, `${server.url}/log?start_timestamp=${now - 86_400}&size=50`, { user: ann })
    await opened.getByText('21 entries').waitFor()
    const text = await opened.getByRole('table', { name: 'Usage logs' }).getByRole('columnheader').allInnerTexts()
    expect(text).not.toEqual(expect.arrayContaining(['Channel']))
    expect(text).not.toEqual(expect.arrayContaining(['User']))
    await unfold('mapped', opened)
    await opened.getByRole('table', { name: 'Billing details' }).waitFor()
    expect(await opened.getByText('Routing').count()).toBe(0)
    expect(await opened.getByText('second').count()).toBe(0)
  })
})

describe('the usage log with rows unfolded', () => {
  for (const look of looks) {
    it(`is free of accessibility faults and sideways scrolling, ${look.width} px, ${look.language}, ${look.scheme}`, async () => {
      const opened = await pages.open(browser, `${server.url}/log?start_timestamp=${now - 86_400}&size=50`, { look })
      const name = (model: string) => (look.language === 'zh' ? `展开 ${model} 的详情` : `Show details of ${model}`)
      for (const model of ['mapped', 'pictures', 'cached']) {
        await opened
          .getByRole('button', { name: name(model) })
          .first()
          .click()
      }
      await expect.poll(() => opened.getByRole('table', { name: /Billing details|计费明细/ }).count()).toBe(3)
      expect(await violationsOf(opened)).toEqual([])
      expect(await scrollsSideways(opened)).toBe(false)
      await opened.goto(`${server.url}/detail`)
      await opened.getByRole('slider').waitFor()
      expect(await violationsOf(opened)).toEqual([])
    })
  }
})
