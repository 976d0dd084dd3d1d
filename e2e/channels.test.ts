import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { channels, isChannelTag } from '#contract/channels.ts'
import { looks, sharedBrowser } from '#testing/browser.ts'
import { type ConsoleClient, setUp } from '#testing/console-client.ts'
import { freshPages } from '#testing/fresh-pages.ts'
import { type ServerProcess, startServerProcess } from '#testing/server-process.ts'
import { settled } from '#testing/settled.ts'
import { unfold } from '#testing/unfold.ts'
import { chatAnswer, refusal, startVendor, type Vendor, type VendorCall } from '#testing/vendor-server.ts'
import { scrollsSideways, violationsOf } from '#testing/violations.ts'

const pages = freshPages()

let browser: Browser
let server: ServerProcess
let client: ConsoleClient
let vendor: Vendor
let page: Page

/** Lists its models, knows one of them not, and answers everything else. */
const answerAsVendor = ({ method, text }: VendorCall) => {
  if (method === 'GET') return { status: 200, body: { data: ['plain', 'fresh', 'broken'].map((id) => ({ id })) } }
  return text.includes('"broken"') ? refusal(404, 'There is no such model') : chatAnswer()
}

beforeAll(async () => {
  browser = await sharedBrowser()
  vendor = await startVendor(answerAsVendor)
  server = await startServerProcess()
  client = await setUp(server.url)
})
beforeEach(async () => {
  for (const { id } of await stored()) await client.call(channels.remove, { params: { id: String(id) } })
  page = await pages.open(browser, `${server.url}/channel`)
})
afterAll(async () => {
  await server.remove()
  await vendor.close()
})

const drawer = () => page.getByRole('dialog')
const field = (label: string | RegExp) => drawer().getByLabel(label).first()
const told = (text: string | RegExp) => page.getByText(text).first().waitFor()
const press = (name: string) => drawer().getByRole('button', { name, exact: true }).click()
const answer = (action: string) => page.getByRole('alertdialog').getByRole('button', { name: action }).click()
/** Nothing old is left on the list then. */
const closed = async () => {
  await drawer().waitFor({ state: 'detached' })
}
const rowOf = (name: string) => page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) })
const choose = async (name: string, action: string) => {
  await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}
const ofAll = async (action: string) => {
  await page.getByRole('button', { name: 'All channels' }).click()
  await page.getByRole('menuitem', { name: action }).click()
}
const stored = async () => {
  const { items } = await client.call(channels.list, { query: { id_sort: 'true', page_size: 100 } })
  return items.flatMap((row) => (isChannelTag(row) ? row.children : [row]))
}
const storedNamed = async (name: string) => {
  const found = (await stored()).find((channel) => channel.name === name)
  if (found === undefined) throw new Error(`no channel ${name}`)
  return found
}
const add = (name: string, fields: object = {}) =>
  client.call(channels.create, { body: { name, key: 'sk-key', base_url: vendor.url, models: 'plain', ...fields } })
const reload = () => page.getByRole('button', { name: 'Refresh', exact: true }).click()
/** Two channels of one provider, as a hand and then a copy makes them. */
const addPair = async () => {
  for (const name of ['local', 'local copy']) await add(name, { models: 'plain,broken' })
  await reload()
  await rowOf('local copy').waitFor()
}
const openForm = async (provider: string) => {
  await page.getByRole('button', { name: 'Add channel' }).first().click()
  await drawer().getByRole('radio', { name: 'All', exact: true }).click()
  await drawer().getByRole('button', { name: provider }).first().click()
}
const discard = async () => {
  await page.keyboard.press('Escape')
  await answer('Discard')
  await closed()
}
const leave = async (label: string | RegExp, text: string) => {
  await field(label).fill(text)
  await field(label).blur()
}

describe('the channel form', () => {
  it('is told what is wrong, field by field', async () => {
    await openForm('Google Vertex AI')
    await press('Clear')
    await press('Add channel')
    for (const missing of ['Enter a name', 'Enter a key']) await told(missing)
    await told('Select at least one model')
    await leave(/^Base URL/, 'host.example')
    await told('The address must begin with http:// or https://')
    await leave(/^Region/, '{"default":')
    await told('The additional parameter begins like JSON but is not valid JSON (line 1, column 12)')
    await leave(/^Region/, 'us-central1')
    await expect.poll(() => drawer().getByText('begins like JSON').count()).toBe(0)
    await press('Edit as JSON: Model mapping')
    await leave(/^Model mapping/, '{\n  "a": "b",\n}')
    await told('Model mapping: invalid JSON (line 3, column 1)')
    await leave(/^Model mapping/, '{"a": 1}')
    await told('Model mapping must be a JSON object of model names')
    await press('Upstream connection')
    await leave(/^Channel settings/, '{')
    await told('Channel settings: invalid JSON (line 1, column 2)')
    await leave(/^Channel settings/, '')
    await leave(/^Proxy/, 'host:1080')
    await told('The proxy must begin with http://, https:// or socks5://')
    await press('Advanced')
    await press('Edit as JSON: Parameter override')
    await press('Edit as JSON: Status code mapping')
    await leave(/^Parameter override/, 'temperature')
    await told('Parameter override: invalid JSON (line 1, column 1)')
    await leave(/^Status code mapping/, '{"429": "900"}')
    await told(/^Status code mapping must be a JSON object of status codes/)
    await leave(/^Priority/, '')
    await told('Priority must be a whole number')
    await leave(/^Weight/, '')
    await told('Weight must be a whole number, 0 or more')
    expect(await violationsOf(page)).toEqual([])
    await discard()
  })

  it('leads from the provider to the name, and the window takes the focus from nobody who writes there', async () => {
    await page.getByRole('button', { name: 'Add channel' }).first().click()
    await drawer().waitFor()
    await page.evaluate(`window.hasTaken = false
      document.querySelector('[role=dialog]').addEventListener('focusin', ({ target, currentTarget }) => {
        hasTaken ||= target === currentTarget
      })`)
    await drawer().getByRole('button', { name: 'OpenAI' }).first().click()
    await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('name')
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
    expect(await page.evaluate('[hasTaken, document.activeElement.name]')).toEqual([false, 'name'])
  })

  it('takes pasted models, asks the upstream for its own, and warns of /v1 before it creates', async () => {
    await openForm('OpenAI')
    await press('Clear')
    await press('Fetch from upstream')
    await told('Enter a key')
    await field(/^Key/).fill('sk-key')
    await field(/^Name/).fill('local')
    await field(/^Base URL/).fill(vendor.url)
    const models = field(/^Models/)
    await models.fill('plain, own')
    await models.press('Enter')
    await models.fill('own plain')
    await models.press('Enter')
    await told('Already in the list: own, plain')
    await press('Fetch from upstream')
    const picker = page.getByRole('dialog', { name: 'Models of the upstream' })
    await picker.getByRole('tab', { name: 'No longer offered (1)' }).click()
    await picker.getByRole('checkbox', { name: 'own', exact: true }).uncheck()
    await picker.getByRole('tab', { name: 'New (2)' }).click()
    await picker.getByRole('checkbox', { name: 'broken', exact: true }).check()
    expect(await violationsOf(page)).toEqual([])
    await picker.getByRole('button', { name: 'Apply' }).click()
    await picker.waitFor({ state: 'detached' })
    await field(/^Base URL/).fill(`${vendor.url}/v1/`)
    await press('Add channel')
    await told('The address ends with /v1')
    await answer('Cancel')
    await field(/^Base URL/).fill(`${vendor.url}/`)
    await press('Add channel')
    await told('Channel created')
    await closed()
    expect(await storedNamed('local')).toMatchObject({
      type: 1,
      base_url: vendor.url,
      models: 'plain,broken',
      group: 'default',
      auto_ban: 1,
    })
    await rowOf('local').getByText('Untested').waitFor()
  })

  it('gives a version where one is needed, keeps documents whole, and tells lists of keys', async () => {
    await openForm('Xunfei Spark')
    await field(/^Name/).fill('spark')
    await field(/^Key/).fill('one,two')
    expect(await drawer().getByRole('checkbox', { name: 'Several keys, one per line' }).isChecked()).toBe(true)
    await told('2 keys, used in turn')
    const placeholder = await field(/^Base URL/).getAttribute('placeholder')
    if (placeholder === '') await field(/^Base URL/).fill(vendor.url)
    await field(/^Models/).fill('spark-x')
    await field(/^Models/).press('Enter')
    await press('Add channel')
    await told('Channel created')
    await closed()
    expect(await storedNamed('spark')).toMatchObject({ other: 'v2.1', key_count: 2 })
    await rowOf('spark').getByText('2 keys').waitFor()
  })

  it('makes a channel for each key', async () => {
    await openForm('OpenAI')
    await field(/^Name/).fill('each')
    await field(/^Base URL/).fill(vendor.url)
    await field(/^Key/).fill('k1\nk2\nk3')
    await drawer()
      .getByRole('checkbox', { name: /^A channel for each key/ })
      .check()
    await press('Add one per key')
    await told('3 channels created')
    await closed()
    expect((await stored()).filter(({ name }) => name.startsWith('each'))).toHaveLength(3)
  })

  it('changes settings through their fields, and copies a channel with its key', async () => {
    await add('local', { models: 'plain,broken' })
    await reload()
    await choose('local', 'Edit')
    await drawer().waitFor()
    expect(page.url()).toMatch(/\/channel\/edit\/\d+$/)
    await press('Upstream connection')
    await drawer().getByRole('switch', { name: 'Force format' }).click()
    await field(/^Proxy/).fill('socks5://127.0.0.1:1080')
    await drawer().getByLabel('Streaming').click()
    await page.getByRole('option', { name: 'The upstream never streams' }).click()
    await press('Save')
    await told('Channel updated')
    await closed()
    expect(JSON.parse((await storedNamed('local')).setting)).toEqual({
      force_format: true,
      proxy: 'socks5://127.0.0.1:1080',
      stream_support: 'NON_STREAM_ONLY',
    })
    await choose('local', 'Copy as a new channel')
    await field(/^Channel settings/).fill('')
    await press('Add channel')
    await told('Channel copied')
    await closed()
    const { id } = await storedNamed('local copy')
    const copy = await client.call(channels.read, { params: { id: String(id) } })
    expect(copy).toMatchObject({ key: 'sk-key', models: 'plain,broken', setting: '' })
  })
})

describe('the page of a channel', () => {
  it('is behind its name, opens its form over itself, and leads to its calls', async () => {
    await add('local')
    await reload()
    await page.getByRole('link', { name: 'local', exact: true }).click()
    await page.getByRole('heading', { name: 'local', level: 1 }).waitFor()
    await page.getByRole('heading', { name: 'Last requests' }).waitFor()
    await page.getByRole('heading', { name: 'Changes', exact: true }).waitFor()
    expect(await violationsOf(page)).toEqual([])
    await page.goto(`${page.url()}?edit`)
    await leave(/^Name/, 'renamed')
    await press('Save')
    await page.getByRole('heading', { name: 'renamed', level: 1 }).waitFor()
    await drawer().waitFor({ state: 'detached' })
    expect(new URL(page.url()).search).toBe('')
    await page.getByRole('button', { name: 'Disable' }).click()
    await told('This channel is disabled. No requests are sent to it.')
  })
})

describe('the list of channels', () => {
  it('saves numbers in place, puts what is too low right and refuses what is none', async () => {
    const set = async (label: string, text: string) => {
      await page.getByRole('textbox', { name: label, exact: true }).fill(text)
      await page.keyboard.press('Enter')
    }
    await addPair()
    await set('Priority of local copy', '-2000')
    await expect.poll(async () => (await storedNamed('local copy')).priority).toBe(-999)
    await set('Priority of local copy', '')
    await set('Priority of local copy', '1.5')
    await told('Priority must be a whole number')
    const refused = page.getByRole('textbox', { name: 'Priority of local copy', exact: true })
    expect([await refused.inputValue(), await refused.getAttribute('aria-invalid')]).toEqual(['1.5', 'true'])
    await set('Weight of local copy', '-3')
    await set('Priority of local copy', '4')
    await expect.poll(async () => (await storedNamed('local copy')).priority).toBe(4)
    expect((await storedNamed('local copy')).weight).toBe(0)
  })

  it('tests a channel, all its models and all channels, and shows what came of it', async () => {
    await addPair()
    await page.getByRole('button', { name: 'Test local copy', exact: true }).click()
    await told(/^“local copy” responded in \d+(?:\.\d)? m?s$/)
    await rowOf('local copy')
      .getByText(/^\d+(?:\.\d)? m?s$/)
      .waitFor()
    await choose('local copy', 'Test models')
    await drawer().getByRole('button', { name: 'Test all 2 models' }).click()
    await told('1 passed, 1 failed')
    await told(/HTTP 404/)
    expect(await violationsOf(page)).toEqual([])
    await drawer().getByRole('button', { name: 'Test plain' }).click()
    await drawer()
      .getByRole('button', { name: /^Test all/ })
      .waitFor()
    await page.keyboard.press('Escape')
    await closed()
    await page.getByRole('button', { name: 'Check the balance of local copy' }).click()
    await told(/^“local copy”: Couldn’t read the balance/)
    await ofAll('Test all channels')
    await answer('Test')
    await told('Testing all channels…')
    await told(/^\d channels tested, \d failed/)
    await ofAll('Update all balances')
    await told(/^Checked the balance of \d channels?/)
  })

  it('puts tags on what is selected and shows tags as rows that open', async () => {
    await addPair()
    await page.getByRole('checkbox', { name: 'Select row local', exact: true }).check()
    await page.getByRole('checkbox', { name: 'Select row local copy', exact: true }).check()
    await page.getByRole('button', { name: 'Set tag' }).click()
    await press('Save')
    await told('Enter a tag')
    await field(/^Tag/).fill('fast')
    await press('Save')
    await told('2 channels changed')
    await closed()
    await page.getByRole('button', { name: 'Tag mode' }).click()
    await rowOf('2 channels').getByText('2/2 enabled').waitFor()
    expect(await rowOf('local copy').count()).toBe(0)
    await page.getByRole('button', { name: 'Show details of fast' }).click()
    await rowOf('local copy').waitFor()
    await page.reload()
    await rowOf('2 channels').waitFor()
  })

  it('changes all channels of a tag together', async () => {
    const set = async (label: string, text: string) => {
      await page.getByRole('textbox', { name: label, exact: true }).fill(text)
      await page.keyboard.press('Enter')
    }
    const undo = () => page.getByRole('button', { name: 'Undo' }).last().click()
    await add('local', { tag: 'fast' })
    await add('local copy', { tag: 'fast', priority: 4 })
    await add('elsewhere')
    await page.getByRole('button', { name: 'Tag mode' }).click()
    await rowOf('2 channels').waitFor()
    await set('Weight of fast', '-1')
    await told('Weight must be a whole number, 0 or more')
    await set('Priority of fast', '7')
    await answer('Change all')
    await expect.poll(async () => (await storedNamed('local')).priority).toBe(7)
    await choose('fast', 'Disable all')
    await rowOf('2 channels').getByText('0/2 enabled').waitFor()
    await undo()
    await rowOf('2 channels').getByText('2/2 enabled').waitFor()
    await choose('fast', 'Disable all')
    await rowOf('2 channels').getByText('0/2 enabled').waitFor()
    await choose('fast', 'Enable all')
    await rowOf('2 channels').getByText('2/2 enabled').waitFor()
    await choose('fast', 'Edit tag')
    await press('Save')
    await told('No changes to save')
    await press('Edit as JSON: Model mapping')
    await leave(/^Model mapping/, '{"plain"')
    await told('Model mapping: invalid JSON (line 1, column 9)')
    await leave(/^Model mapping/, '{"plain": "mapped"}')
    await field(/^Tag name/).fill('quick')
    expect(await violationsOf(page)).toEqual([])
    await press('Save')
    await told('Tag updated')
    await closed()
    const changed = await storedNamed('local copy')
    expect([changed.tag, JSON.parse(changed.model_mapping ?? '')]).toEqual(['quick', { plain: 'mapped' }])
    // One of them is given another name by somebody else, which stays.
    await client.call(channels.update, { body: { id: changed.id, tag: 'own' } })
    await undo()
    await told('1 channel changed back')
    const [back, kept] = [await storedNamed('local'), await storedNamed('local copy')]
    expect([back.tag, back.model_mapping, kept.tag, kept.model_mapping]).toEqual([
      ...['fast', ''],
      ...['own', changed.model_mapping],
    ])
    await client.call(channels.update, { body: { id: kept.id, tag: 'fast' } })
    await reload()
    await choose('fast', 'Show its channels only')
    expect(page.url()).toContain('tag=fast')
    await rowOf('local copy').waitFor()
    await expect.poll(() => rowOf('elsewhere').count()).toBe(0)
    // The tag lies open over all of its channels, and stays so for whoever is sent the address.
    expect(await rowOf('2 channels').count()).toBe(1)
    await page.reload()
    await rowOf('local copy').waitFor()
    await page.getByRole('button', { name: 'Tag mode' }).click()
  })

  it('tells why a channel is off, and finds channels by status, type, group, model and words', async () => {
    await add('elsewhere', { type: 14, group: 'vip', models: 'rare-model' })
    await add('double', { key: 'one\ntwo' })
    await reload()
    await choose('double', 'Disable')
    await rowOf('double').getByText('Disabled').waitFor()
    await page.goto(`${server.url}/channel?status=2`)
    await expect.poll(() => page.getByRole('row').count()).toBe(2)
    await page.getByRole('button', { name: 'Show details of double' }).click()
    await told('2 of 2 keys in use')
    for (const query of ['type=14', 'group=vip', 'model=rare', 'keyword=elsewh']) {
      await page.goto(`${server.url}/channel?${query}`)
      await rowOf('elsewhere').waitFor()
      expect(await page.getByRole('row').count()).toBe(2)
    }
    await page.goto(`${server.url}/channel?keyword=nothing-like-it`)
    await told('Nothing matches')
    expect(await violationsOf(page)).toEqual([])
  })

  it('repairs the routing table and deletes one, the selected and the disabled', async () => {
    await addPair()
    await add('elsewhere')
    await add('off', { status: 2 })
    await reload()
    await rowOf('off').waitFor()
    await ofAll('Repair channel routing')
    await answer('Repair channel routing')
    await told(/^\d channels repaired$/)
    await choose('elsewhere', 'Delete')
    await answer('Delete')
    await expect.poll(() => rowOf('elsewhere').count()).toBe(0)
    await ofAll('Delete disabled channels')
    await page.getByRole('textbox', { name: 'Type “1” to confirm' }).fill('1')
    await answer('Delete')
    await told('1 disabled channel deleted')
    await expect.poll(() => rowOf('off').count()).toBe(0)
    await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check()
    await page.locator('[data-bulk-bar]').getByRole('button', { name: 'Delete' }).click()
    await answer('Delete')
    await told('2 channels deleted')
    await told(/^A channel connects the gateway to a provider/)
    expect(await stored()).toEqual([])
  })

  it('says so when what it was asked for is gone', async () => {
    await page.goto(`${server.url}/channel/edit/9999`)
    await told('This channel no longer exists. Refresh the page.')
    await page.waitForURL('**/channel')
    await add('short-lived')
    await reload()
    await rowOf('short-lived').waitFor()
    await settled(page)
    await client.call(channels.remove, { params: { id: String((await storedNamed('short-lived')).id) } })
    await choose('short-lived', 'Copy as a new channel')
    await told(/^Couldn’t copy the channel/)
  })
})

describe('the channel screens', () => {
  for (const look of looks) {
    it(`are free of accessibility faults and sideways scrolling, ${look.width} px, ${look.language}, ${look.scheme}`, async () => {
      const tag = `look-${look.width}-${look.language}`
      await add('plain one')
      await add('one of a tag', { tag, key: 'a\nb', status: 2 })
      const isChinese = look.language === 'zh'
      const opened = await pages.open(browser, `${server.url}/channel`, { look })
      const faults: string[] = []
      const check = async (name: string) => {
        await settled(opened)
        faults.push(...(await violationsOf(opened)).map((fault) => `${name} ${fault}`))
        if (await scrollsSideways(opened)) faults.push(`${name} scrolls sideways`)
      }
      await opened.getByText('plain one').first().waitFor()
      await check('list')
      await unfold(opened, isChinese ? '更多' : 'More')
      await opened.getByRole('button', { name: isChinese ? '标签模式' : 'Tag mode' }).click()
      await opened
        .getByRole('button', { name: new RegExp(tag) })
        .first()
        .click()
      await opened.getByText('one of a tag').first().waitFor()
      await check('tags')
      await opened.goto(`${server.url}/channel/add`)
      await opened.getByRole('dialog').waitFor()
      await check('providers')
      const id = (await storedNamed('one of a tag')).id
      await opened.goto(`${server.url}/channel/edit/${id}`)
      const form = opened.getByRole('dialog')
      await form.getByRole('button', { name: isChinese ? '上游连接' : 'Upstream connection' }).click()
      if (
        (await form
          .getByRole('button', { name: isChinese ? '高级设置' : 'Advanced' })
          .getAttribute('aria-expanded')) === 'false'
      ) {
        await form.getByRole('button', { name: isChinese ? '高级设置' : 'Advanced' }).click()
      }
      await check('form')
      expect(faults).toEqual([])
    })
  }
})
