import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { channels } from '#contract/channels.ts'
import { tokens } from '#contract/tokens.ts'
import { users } from '#contract/users.ts'
import { type AnsweringUpstream, answerJson, startAnsweringUpstream } from '#testing/answering-upstream.ts'
import { sharedBrowser } from '#testing/browser.ts'
import { chatEvents } from '#testing/chat-answers.ts'
import { type ConsoleClient, setUp } from '#testing/console-client.ts'
import { addChannel, addToken } from '#testing/first-channel.ts'
import { freshPages } from '#testing/fresh-pages.ts'
import { type ServerProcess, startServerProcess } from '#testing/server-process.ts'

const pages = freshPages()
const ann = { username: 'ann', password: 'stone-river-1' }
const unlikeReloaded = 'what is half asked and half answered is nowhere but on the page'
const code = 'const gate = 1\n'
const long = Array.from({ length: 80 }, (_, place) => `Line ${place}\n\n`).join('')

let browser: Browser
let upstream: AnsweringUpstream
let server: ServerProcess
let client: ConsoleClient
let page: Page
/** The next calls are refused by the provider. */
let isDown = false

beforeAll(async () => {
  browser = await sharedBrowser()
  upstream = await startAnsweringUpstream()
  upstream.does(({ body }, response) => {
    if (isDown) return answerJson(response, 500, { error: { message: 'Out of order', type: 'server_error' } })
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const wanted = JSON.stringify(body.messages.at(-1).content)
    const text = wanted.includes('code')
      ? `Here:\n\n\`\`\`js\n${code}\`\`\``
      : wanted.includes('long')
        ? long
        : 'Heard.'
    response.end(chatEvents([text]).join(''))
  })
  server = await startServerProcess()
  client = await setUp(server.url)
  await addChannel(client, { baseUrl: upstream.url, models: ['first'] })
  await client.call(channels.create, {
    body: { name: 'unpriced', key: 'sk-key', base_url: upstream.url, models: 'unpriced', group: 'default' },
  })
  const { id } = await client.call(users.create, { body: ann })
  await client.call(users.update, { body: { id, quota: 0 } })
})
beforeEach(async () => {
  page = await pages.open(browser, `${server.url}/playground?model=first`, { unlikeReloaded })
  await page.waitForURL('**/playground')
})
afterAll(async () => {
  await server.remove()
  await upstream.close()
})

const message = () => page.getByRole('textbox', { name: 'Message', exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const answers = () => page.getByRole('article', { name: /^Response of/ })
const ask = async (text: string) => {
  const before = await answers().count()
  await message().fill(text)
  await message().press('Enter')
  await expect.poll(() => answers().count()).toBe(before + 1)
  await answers().last().getByRole('button', { name: 'Continue in a new conversation' }).waitFor()
}
const sent = () => upstream.calls.at(-1)?.body
const copied = () => page.evaluate('navigator.clipboard.readText()')

describe('The playground', () => {
  it('sends each parameter once it was moved, and leaves it to the model again', async () => {
    await page.getByText('More parameters').click()
    const sliders = [
      ['Temperature', 'temperature', '0.3'],
      ['Top P', 'top_p', '0.6'],
      ['Frequency penalty', 'frequency_penalty', '1.5'],
      ['Presence penalty', 'presence_penalty', '-1'],
    ] as const
    const fields = [
      ['Max tokens', 'max_tokens', '512', '0'],
      ['Seed', 'seed', '7', ''],
    ] as const
    const set = async (label: string, text: string) => {
      await page.getByLabel(label, { exact: true }).fill(text)
      await page.getByLabel(label, { exact: true }).blur()
    }
    for (const [label, , value] of sliders) {
      await page.getByRole('slider', { name: label }).fill(value)
      expect(await button(`Use the default of the model for ${label}`).innerText()).toBe(value)
    }
    for (const [label, , value] of fields) await set(label, value)
    const effort = page.getByRole('combobox', { name: 'Reasoning effort' })
    await effort.click()
    await page.getByRole('option', { name: 'High' }).click()
    await set('Stop sequences', 'END\nSTOP')
    await ask('One')
    expect(sent()).toMatchObject({
      ...{ temperature: 0.3, top_p: 0.6, frequency_penalty: 1.5, presence_penalty: -1 },
      ...{ max_tokens: 512, seed: 7, reasoning_effort: 'high', stop: ['END', 'STOP'] },
    })
    for (const [label] of sliders) {
      await button(`Use the default of the model for ${label}`).click()
      expect(await page.getByRole('slider', { name: label }).getAttribute('aria-valuetext')).toBe('Model default')
    }
    for (const [label, , , none] of fields) await set(label, none)
    await button('Clear Reasoning effort').click()
    await set('Stop sequences', '')
    await ask('Two')
    const moved = [...sliders, ...fields].map(([, name]) => name)
    for (const member of [...moved, 'reasoning_effort', 'stop']) expect(sent()).not.toHaveProperty(member)
  })

  it('takes files that are pasted, dropped and chosen, and lets go of them', async () => {
    const fileOf = (name: string) => `(() => {
      const data = new DataTransfer()
      data.items.add(new File(['# Notes'], '${name}', { type: 'text/markdown' }))
      return data
    })()`
    const paste = `document.querySelector('textarea[aria-label="Message"]').dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: ${fileOf('pasted.md')}, bubbles: true, cancelable: true }),
    )`
    const attached = () => page.getByRole('button', { name: /^Remove \w+\.md$/ })
    const namesOf = () => attached().evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')))
    for (const turn of ['one', 'two']) {
      await page.evaluate(paste)
      await button('Remove pasted.md').waitFor()
      const thread = page.getByRole('region', { name: 'Conversation', exact: true })
      const dataTransfer = await page.evaluateHandle(fileOf('dropped.md'))
      await thread.dispatchEvent('dragover', { dataTransfer })
      await page.getByText('Drop images or files here').waitFor()
      await thread.dispatchEvent('dragleave', { dataTransfer })
      await expect.poll(() => page.getByText('Drop images or files here').count()).toBe(0)
      await thread.dispatchEvent('dragover', { dataTransfer })
      await thread.dispatchEvent('drop', { dataTransfer })
      await button('Remove dropped.md').waitFor()
      expect(await page.getByText('Drop images or files here').count()).toBe(0)
      const choosing = page.waitForEvent('filechooser')
      await button('Add images or files').click()
      await (await choosing).setFiles({ name: 'chosen.md', mimeType: 'text/markdown', buffer: Buffer.from('# Own') })
      await button('Remove chosen.md').waitFor()
      await button('Remove dropped.md').click()
      await expect.poll(namesOf).toEqual(['Remove pasted.md', 'Remove chosen.md'])
      await ask(turn)
      expect(sent().messages.at(-1).content).toEqual([
        { type: 'text', text: 'pasted.md:\n# Notes' },
        { type: 'text', text: 'chosen.md:\n# Own' },
        { type: 'text', text: turn },
      ])
      await expect.poll(() => attached().count()).toBe(0)
    }
  })

  it('copies what was asked, what was answered and its code, and goes to the end of a long answer', async () => {
    await ask('Some code')
    await button('Copy message').click()
    await expect.poll(copied).toBe('Some code')
    await button('Copy response').click()
    await expect.poll(copied).toBe(`Here:\n\n\`\`\`js\n${code}\`\`\``)
    await button('Copy code').click()
    await expect.poll(copied).toBe(code.trimEnd())
    await ask('A long one')
    const thread = page.getByRole('region', { name: 'Conversation', exact: true })
    const left = () => thread.evaluate((frame) => Math.round(frame.scrollHeight - frame.scrollTop - frame.clientHeight))
    await expect.poll(left).toBeLessThan(2)
    for (const _turn of ['first', 'second']) {
      expect(await button('Jump to latest').count()).toBe(0)
      await thread.evaluate((frame) => frame.scrollTo(0, 0))
      await button('Jump to latest').click()
      await expect.poll(left).toBeLessThan(2)
      await expect.poll(() => button('Jump to latest').count()).toBe(0)
    }
  })

  it('leads from each fault to what mends it', async () => {
    isDown = true
    await ask('Is it up?')
    await answers().last().getByText('Out of order').waitFor()
    isDown = false
    await answers().last().getByRole('button', { name: 'Try again' }).click()
    await answers().last().getByText('Heard.').waitFor()

    const model = page.getByRole('combobox', { name: 'Model', exact: true })
    await page.goto(`${server.url}/playground?model=unpriced`)
    await expect.poll(() => model.inputValue()).toBe('unpriced')
    await ask('What does it cost?')
    await answers().last().getByText('Model unpriced has no price yet').waitFor()
    await answers().last().getByRole('button', { name: 'Choose another model' }).click()
    await expect.poll(() => model.evaluate((field) => field.matches(':focus'))).toBe(true)
    await page.keyboard.press('Escape')
    await answers().last().getByRole('link', { name: 'Set its price' }).click()
    await page.waitForURL('**/price?view=unset')
    await page.getByRole('textbox', { name: 'Ratio of unpriced', exact: true }).waitFor()

    const { id } = await addToken(client, { name: 'laptop' })
    await page.goto(`${server.url}/playground?model=first`)
    await page.getByRole('combobox', { name: 'Paid by' }).click()
    await page.getByRole('option', { name: /^laptop/ }).click()
    await ask('Who pays?')
    await answers().last().getByText('Heard.').waitFor()
    await client.call(tokens.switchMany, { body: { ids: [id], status: 2 } })
    await ask('And now?')
    await answers().last().getByRole('link', { name: 'Open API tokens' }).click()
    await page.getByRole('heading', { name: 'API tokens', level: 1 }).waitFor()

    page = await pages.open(browser, `${server.url}/playground?model=first`, { unlikeReloaded, user: ann })
    await page.waitForURL('**/playground')
    await ask('With what?')
    await answers().last().getByRole('link', { name: 'Top up' }).click()
    await page.waitForURL('**/topup')
  })
})
