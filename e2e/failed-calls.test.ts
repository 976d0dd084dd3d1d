import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { channels } from '#contract/channels.ts'
import { optionCalls } from '#contract/options.ts'
import { tokens } from '#contract/tokens.ts'
import { users } from '#contract/users.ts'
import { desk, sharedBrowser } from '#testing/browser.ts'
import { type ConsoleClient, createConsoleClient, setUp } from '#testing/console-client.ts'
import { freshPages } from '#testing/fresh-pages.ts'
import { type ServerProcess, startServerProcess } from '#testing/server-process.ts'
import { violationsOf } from '#testing/violations.ts'

const ann = { username: 'ann', password: 'stone-river-1' }
const pages = freshPages()

let browser: Browser
let server: ServerProcess
let client: ConsoleClient
/** None of them can be reached. */
const ids: number[] = []
/** More than twice as many as have rows of their own in a minute: also where one ends meanwhile. */
const madeUp = 30

/** Of a call that no channel could be reached for, made by Ann. */
let unreached: string

beforeAll(async () => {
  browser = await sharedBrowser()
  server = await startServerProcess()
  client = await setUp(server.url)
  await client.call(users.create, { body: { ...ann, display_name: 'Ann' } })
  await client.call(optionCalls.update, { body: { key: 'ModelRatio', value: '{"plain":1}' } })
  await client.call(optionCalls.update, { body: { key: 'RetryTimes', value: '1' } })
  for (const name of ['first', 'second']) {
    const body = {
      name,
      type: 1,
      key: 'sk-upstream',
      base_url: 'http://127.0.0.1:9',
      models: 'plain',
      group: 'default',
    }
    ids.push((await client.call(channels.create, { body })).id)
  }
  const { data: list } = { data: await client.call(users.list, { query: { keyword: 'ann' } }) }
  await client.call(users.update, { body: { id: list.items[0]?.id ?? 0, quota: 5_000_000 } })
  const own = createConsoleClient(server.url)
  await own.login(ann.username, ann.password)
  const { key } = await own.call(tokens.create, { body: { name: 'laptop', unlimited_quota: true } })
  const ask = async (model: string): Promise<string> => {
    const response = await fetch(`${server.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer sk-${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model, messages: [{ role: 'user', content: 'Hello' }] }),
    })
    await response.text()
    return response.headers.get('x-request-id') ?? ''
  }
  unreached = await ask('plain')
  for (let call = 0; call < madeUp; call += 1) await ask('made-up')
})
afterAll(() => server.remove())

const words = (text: string) => text.replace(/\s+/g, ' ').trim()
const texts = {
  en: {
    ...{ table: 'Usage logs', path: 'Routing', palette: 'Command palette', failed: 'Failed' },
    ...{ why: 'The model made-up does not exist', again: /and (\d+) more like this/, kind: 'The upstream failed' },
    ...{ unfold: 'Show details of plain', attempt: /^Attempt 1 Status 502 \d+ ms$/, type: 'Type' },
    share: '31 more failed (100% of 31)',
    ...{ all: 'All channels', testAll: 'Test all channels', confirm: 'Test', findings: 'What the test found' },
    ...{ reason: 'The upstream cannot be reached', disable: 'Disable 2 channels: The upstream cannot be reached' },
    ...{ disableConfirm: 'Disable', lastTest: 'Failed last test', unfoldChannel: 'Show details of first' },
    ...{ testFault: 'The last test failed', healthy: 'Healthy', more: 'More filters' },
  },
  zh: {
    ...{ table: '使用日志', path: '渠道路由', palette: '命令面板', failed: '失败' },
    ...{ why: '模型 made-up 不存在', again: /另有 (\d+) 次相同的失败/, kind: '上游出错' },
    ...{ unfold: '展开 plain 的详情', attempt: /^第 1 次尝试 状态码 502 \d+ 毫秒$/, type: '类型' },
    ...{ all: '全部渠道', testAll: '测试所有渠道', confirm: '测试', findings: '测试结果' },
    ...{ reason: '无法连接上游', disable: '禁用 2 个渠道：无法连接上游' },
    ...{ disableConfirm: '禁用', lastTest: '上次测试失败', unfoldChannel: '展开 first 的详情' },
    ...{ testFault: '上次测试失败', healthy: '正常', more: '更多筛选' },
  },
} as const

for (const language of ['en', 'zh'] as const) {
  const text = texts[language]
  const look = { ...desk, language }

  describe(`what failed, ${language}`, () => {
    it('stands in the log in its reader’s words, with each attempt, and is found by its id', async () => {
      const page = await pages.open(browser, `${server.url}/log?size=50`, { look, user: ann })
      await page.getByRole('combobox', { name: text.type }).click()
      await page.getByRole('option', { name: text.failed, exact: true }).click()
      const rows = page.getByRole('table', { name: text.table }).getByRole('row')
      await rows.filter({ hasText: text.again }).first().waitFor()
      const told = await rows.filter({ hasText: text.why }).allInnerTexts()
      expect(told.reduce((sum, row) => sum + 1 + Number(text.again.exec(row)?.[1] ?? 0), 0)).toBe(madeUp)
      await page.getByRole('button', { name: text.unfold }).click()
      const attempts = page.getByRole('group', { name: text.path }).getByRole('listitem')
      await expect.poll(() => attempts.count()).toBe(2)
      expect(words((await attempts.first().innerText()) ?? '')).toMatch(text.attempt)
      await page.getByText(text.kind, { exact: true }).waitFor()
      expect(await violationsOf(page)).toEqual([])
      await page.goto(`${server.url}/token`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.keyboard.press('Control+k')
      const palette = page.getByRole('dialog', { name: text.palette })
      await palette.getByRole('combobox').fill(unreached)
      await palette.getByRole('option').first().getByText(text.failed, { exact: true }).waitFor()
      await page.keyboard.press('Enter')
      await page.waitForURL(`**/log?request_id=${unreached}`)
      await expect.poll(() => attempts.count()).toBe(2)
    })

    it('is what a test of all found: with each channel, by the reason, and to be disabled together', async () => {
      const page = await pages.open(browser, `${server.url}/channel`, { look })
      await page.getByRole('button', { name: text.all }).click()
      await page.getByRole('menuitem', { name: text.testAll }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: text.confirm, exact: true }).click()
      const findings = page.locator('section').filter({ has: page.getByRole('heading', { name: text.findings }) })
      await findings.getByText(text.reason, { exact: true }).waitFor()
      await findings.getByText('first, second').waitFor()
      const row = page.getByRole('row').filter({ has: page.getByText('first', { exact: true }) })
      await row.getByText(text.failed, { exact: true }).waitFor()
      expect(await row.getByText(/^\d+(?:\.\d)? m?s$/).count()).toBe(0)
      await page.getByRole('button', { name: text.more }).click()
      await page.getByRole('button', { name: text.lastTest }).click()
      await page.waitForURL(/test=failed/)
      await page.getByRole('button', { name: text.unfoldChannel }).click()
      const facts = page.locator('dl').filter({ hasText: text.testFault })
      await facts.getByText(text.reason).waitFor()
      expect(await facts.getByText(text.healthy, { exact: true }).count()).toBe(0)
      expect(await violationsOf(page)).toEqual([])
      await findings.getByRole('button', { name: text.disable }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: text.disableConfirm, exact: true }).click()
      await findings.getByRole('button', { name: text.disable }).waitFor({ state: 'detached' })
      for (const id of ids) {
        expect((await client.call(channels.read, { params: { id: String(id) } })).status).toBe(2)
        await client.call(channels.update, { body: { id, status: 1 } })
      }
    })
  })
}

it('a share of failed calls is told on the dashboard beside the requests, and leads to the rows', async () => {
  const page: Page = await pages.open(browser, `${server.url}/detail`, { look: desk })
  await page.getByRole('link', { name: texts.en.share }).click()
  await page.waitForURL(/\/log\?.*type=6/)
  await page.getByRole('table', { name: texts.en.table }).getByText(texts.en.why).first().waitFor()
})
