import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { users } from '#contract/users.ts'
import { type AnsweringUpstream, startAnsweringUpstream, streamWords } from '#testing/answering-upstream.ts'
import { sharedBrowser } from '#testing/browser.ts'
import { setUp } from '#testing/console-client.ts'
import { addChannel } from '#testing/first-channel.ts'
import { freshPages } from '#testing/fresh-pages.ts'
import { logIn } from '#testing/log-in.ts'
import { type ServerProcess, startServerProcess } from '#testing/server-process.ts'

const pages = freshPages()
const unlikeReloaded = 'what is loaded beside it is another tab, which has a draft of its own'
const other = { username: 'other', password: 'correct-horse-2' }

let browser: Browser
let server: ServerProcess
let upstream: AnsweringUpstream
let page: Page

beforeAll(async () => {
  browser = await sharedBrowser()
  upstream = await startAnsweringUpstream(streamWords('heard'))
  server = await startServerProcess()
  const client = await setUp(server.url)
  await addChannel(client, { baseUrl: upstream.url, models: ['first'] })
  await client.call(users.create, { body: { ...other, display_name: 'other' } })
})
beforeEach(async () => {
  page = await pages.open(browser, `${server.url}/playground`, { unlikeReloaded })
})
afterAll(async () => {
  await server.remove()
  await upstream.close()
})

const message = (tab = page) => tab.getByRole('textbox', { name: 'Message', exact: true })
const written = (tab = page) => expect.poll(() => message(tab).inputValue())
/** The browser asks before it closes a tab on what is not kept yet. */
const isKept = (tab = page) =>
  expect.poll(() => tab.evaluate("dispatchEvent(new Event('beforeunload', { cancelable: true }))")).toBe(true)
const write = async (text: string, tab = page) => {
  await message(tab).fill(text)
  await isKept(tab)
}
/** Nothing would be lost by what is emptied: the browser does not ask for that. */
const isEmptied = (text: string) =>
  expect
    .poll(() =>
      page.evaluate<string>(`new Promise((done) => {
        const opening = indexedDB.open('playground')
        opening.onsuccess = () => {
          const reading = opening.result.transaction('drafts').objectStore('drafts').getAll()
          reading.onsuccess = () => done(JSON.stringify(reading.result))
          opening.result.close()
        }
      })`),
    )
    .not.toContain(text)
const ask = async (text: string, tab = page) => {
  await expect.poll(() => tab.getByRole('combobox', { name: 'Model', exact: true }).inputValue()).toBe('first')
  await message(tab).fill(text)
  await message(tab).press('Enter')
  await tab.getByRole('article', { name: 'Response of first' }).getByText('heard').last().waitFor()
}
const beside = async () => {
  const tab = await pages.openBeside(page, `${server.url}/playground`)
  await message(tab).waitFor()
  return tab
}

describe('what is written in the playground and not sent', () => {
  it('is there again after a reload, with its files and after other pages, until it is sent', async () => {
    await write('One river')
    await page
      .locator('form input[type=file]')
      .setInputFiles([{ name: 'notes.md', mimeType: '', buffer: Buffer.from('# Notes') }])
    await page.getByText('notes.md').waitFor()
    await isKept()
    await page.reload()
    await written().toBe('One river')
    await page.getByText('notes.md').waitFor()
    await page.goto(`${server.url}/log`)
    await page.goto(`${server.url}/playground`)
    await written().toBe('One river')
    await ask('Another lake')
    await written().toBe('')
    await write('A second one')
    await page.reload()
    await written().toBe('A second one')
    await page.getByRole('button', { name: 'New conversation', exact: true }).click()
    await written().toBe('')
    await page.getByRole('button', { name: 'Conversations', exact: true }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Another lake/ })
      .click()
    await written().toBe('A second one')
    await write('')
    await isEmptied('A second one')
    await page.reload()
    await page.getByRole('article', { name: 'Your message' }).waitFor()
    await written().toBe('')
  })

  it('is each tab’s own where both begin, and the same where both show one conversation', async () => {
    await write('In the first')
    const second = await beside()
    await write('In the second', second)
    for (const tab of [page, second]) await tab.reload()
    await written(page).toBe('In the first')
    await written(second).toBe('In the second')
    await ask('Ready')
    await second.goto(page.url())
    await write('Written in the first')
    await written(second).toBe('Written in the first')
    await write('Gone on with in the second', second)
    await written().toBe('Gone on with in the second')
  })

  it('becomes a question that is not lost where another tab asks in the same conversation', async () => {
    await ask('Ready')
    const second = await beside()
    await second.goto(page.url())
    await second.getByText('heard').waitFor()
    await ask('From the first')
    await ask('From the second', second)
    await page.reload()
    await page.getByText('From the second').waitFor()
    await page.getByRole('button', { name: 'Previous version' }).click()
    await page.getByText('From the first').waitFor()
  })

  it('is taken up by a new tab where its own is gone', async () => {
    await write('Left behind')
    const second = await beside()
    await page.close()
    await second.close()
    const third = await beside()
    await written(third).toBe('Left behind')
  })

  it('is not shown to whoever signs in next, and is there for its own user when he is back', async () => {
    const signIn = async (user?: typeof other) => {
      const { cookies, origins } = await logIn(browser, server.url, user)
      await page.context().clearCookies()
      await page.context().addCookies(cookies)
      await page.evaluate(`localStorage.setItem('user', ${JSON.stringify(origins[0]?.localStorage[0]?.value)})`)
      await page.reload()
    }
    await write('My secret')
    await signIn(other)
    await message().waitFor()
    await page.getByText('Try a model').waitFor()
    await write('Of the other')
    await signIn()
    await written().toBe('My secret')
  })
})
