import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { optionCalls } from '#contract/options.ts'
import {
  type AnsweredCall,
  type AnsweringUpstream,
  answerJson,
  startAnsweringUpstream,
} from '#testing/answering-upstream.ts'
import { desk, sharedBrowser } from '#testing/browser.ts'
import { chatEvent, chatEvents } from '#testing/chat-answers.ts'
import { type ConsoleClient, setUp } from '#testing/console-client.ts'
import { addChannel, addToken } from '#testing/first-channel.ts'
import { sameAsReloaded } from '#testing/fresh-load.ts'
import { freshPages } from '#testing/fresh-pages.ts'
import { type ServerProcess, startServerProcess } from '#testing/server-process.ts'
import { scrollsSideways, violationsOf } from '#testing/violations.ts'

const models = ['first', 'second', 'endless', 'strict', 'caller', 'o3']
const pages = freshPages()
const unlikeReloaded =
  'what is half asked and half answered is nowhere but on the page; what is kept is compared by hand'

let browser: Browser
let server: ServerProcess
let upstream: AnsweringUpstream
let client: ConsoleClient
let page: Page

/** Says which model it is and what it was asked last; `endless` never ends, `strict` takes no temperature. */
const answer = ({ body }: AnsweredCall, response: Parameters<Parameters<AnsweringUpstream['does']>[0]>[1]) => {
  if (body.model === 'strict' && body.temperature !== undefined) {
    return answerJson(response, 400, { error: { message: "'temperature' is not supported", code: 'unsupported' } })
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const last = body.messages.at(-1)
  if (body.model === 'caller' && last.role !== 'tool') {
    const call = {
      index: 0,
      id: 'c1',
      type: 'function',
      function: { name: 'get_weather', arguments: '{"city":"Ulm"}' },
    }
    response.write(chatEvent({ choices: [{ index: 0, delta: { tool_calls: [call] }, finish_reason: 'tool_calls' }] }))
    response.end(chatEvents([]).join(''))
    return
  }
  const events = chatEvents([`**${body.model}**`, ' heard ', `“${last.content}”`])
  if (body.model === 'endless') response.write(events.slice(0, 2).join(''))
  else response.end(events.join(''))
}

beforeAll(async () => {
  browser = await sharedBrowser()
  upstream = await startAnsweringUpstream()
  upstream.does(answer)
  server = await startServerProcess()
  client = await setUp(server.url)
  await addChannel(client, { baseUrl: upstream.url, models })
  await addToken(client, { name: 'laptop' })
  await client.call(optionCalls.update, { body: { key: 'LogChatContentEnabled', value: 'true' } })
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
const said = (model: string) => page.getByRole('article', { name: `Response of ${model}` })
const ask = async (text: string) => {
  await message().fill(text)
  await message().press('Enter')
}
const button = (name: string) => page.getByRole('button', { name, exact: true })
const choose = async (field: string, model: string) => {
  await page.getByRole('combobox', { name: field, exact: true }).fill(model)
  await page.getByRole('option', { name: model, exact: true }).click()
}
/** What the upstream was asked last: who said what. */
const turns = () =>
  upstream.calls.at(-1)?.body.messages.map((each: { role: string; content: unknown }) => [each.role, each.content])

describe('the playground', () => {
  it('streams an answer with its figures, and asks the next question behind it', async () => {
    await ask('One')
    await said('first').getByText('heard “One”').waitFor()
    expect(await said('first').locator('strong').innerText()).toBe('first')
    for (const figure of [/First word \d+(?:\.\d)? m?s/, '10 in, 10 out', '$0.000040'])
      await said('first').getByText(figure).waitFor()
    expect(upstream.calls.at(-1)?.body).toMatchObject({ stream: true, model: 'first' })
    for (const member of ['max_tokens', 'temperature', 'group'])
      expect(upstream.calls.at(-1)?.body).not.toHaveProperty(member)
    expect(await page.evaluate('document.activeElement.ariaLabel')).toBe('Message')
    await message().fill('Two')
    await message().press('Shift+Enter')
    await message().pressSequentially('lines')
    await message().press('Enter')
    await said('first').nth(1).getByText('heard “Two').waitFor()
    expect(turns()).toEqual([
      ['system', 'You are a helpful assistant.'],
      ['user', 'One'],
      ['assistant', '**first** heard “One”'],
      ['user', 'Two\nlines'],
    ])
    expect(await violationsOf(page)).toEqual([])
  })

  it('stops with Escape, keeps what came, and tells what it cost', async () => {
    await choose('Model', 'endless')
    await ask('Go on')
    await said('endless').getByText('heard').waitFor()
    await page.keyboard.press('Escape')
    await said('endless').getByText('Stopped').waitFor()
    // Whoever does not see it is not told that it is complete.
    await page.getByRole('status').getByText('Stopped').waitFor()
    await said('endless')
      .getByText(/^\$0\.0000\d\d$/)
      .waitFor()
    await button('Send').waitFor()
  })

  it('answers anew, changes what was asked, and comes back to what was said before', async () => {
    await ask('One')
    await said('first').getByText('heard “One”').waitFor()
    await button('Try again').click()
    await page.getByText('Version 2 of 2').waitFor()
    await said('first').getByText('heard “One”').waitFor()
    await button('Edit message').click()
    await page.getByRole('textbox', { name: 'Edit message' }).fill('Other')
    await button('Send again').click()
    await said('first').getByText('heard “Other”').waitFor()
    await page.getByText('Version 3 of 3').waitFor()
    await button('Previous version').click()
    await said('first').getByText('heard “One”').waitFor()
    await button('Continue in a new conversation').click()
    await page.getByText('Continuing in a new conversation').waitFor()
    expect(await page.getByText(/^Version \d/).count()).toBe(0)
    await ask('Two')
    await said('first').nth(1).getByText('heard “Two”').waitFor()
    await button('Conversations').click()
    await expect.poll(() => page.getByRole('dialog').getByRole('listitem').count()).toBe(2)
  })

  it('asks two models beside each other, each with its own history', async () => {
    await button('Compare with another model').click()
    await choose('Model 2', 'second')
    await ask('One')
    for (const model of ['first', 'second']) await said(model).getByText('heard “One”').waitFor()
    await ask('Two')
    for (const model of ['first', 'second']) await said(model).nth(1).getByText('heard “Two”').waitFor()
    const asked = upstream.calls.slice(-2).map(({ body }) => [body.model, body.messages[2].content])
    expect(asked.toSorted()).toEqual([
      ['first', '**first** heard “One”'],
      ['second', '**second** heard “One”'],
    ])
    expect(await violationsOf(page)).toEqual([])
  })

  it('says in the thread what a model refuses, and leaves it out when asked to', async () => {
    await choose('Model', 'strict')
    await page.getByRole('slider', { name: 'Temperature' }).fill('0.3')
    await ask('One')
    await page.getByText("'temperature' is not supported").waitFor()
    await button('Try again without “Temperature”').click()
    await said('strict').getByText('heard “One”').waitFor()
    expect(await page.getByText('Model default').count()).toBeGreaterThan(0)
  })

  it('disables what no channel of a model takes, says so, and does not send it', async () => {
    const temperature = page.getByRole('slider', { name: 'Temperature' })
    await temperature.fill('0.3')
    await choose('Model', 'o3')
    await page.getByText('o3 does not take this parameter, so it is not sent.').first().waitFor()
    expect(await temperature.isDisabled()).toBe(true)
    expect(await violationsOf(page)).toEqual([])
    await ask('One')
    await said('o3').getByText('heard “One”').waitFor()
    await choose('Model', 'first')
    await expect.poll(() => temperature.inputValue()).toBe('0.3')
    expect(await temperature.isEnabled()).toBe(true)
  })

  it('gives the results of tools by hand', async () => {
    await choose('Model', 'caller')
    await button('Insert an example').click()
    await ask('Rain?')
    await page.getByRole('textbox', { name: 'Result of get_weather' }).fill('wet')
    expect(await violationsOf(page)).toEqual([])
    await button('Send results').click()
    await said('caller').nth(1).getByText('heard “wet”').waitFor()
    expect(upstream.calls.at(-1)?.body.messages.slice(-2)).toMatchObject([
      { tool_calls: [{ id: 'c1', function: { name: 'get_weather' } }] },
      { role: 'tool', tool_call_id: 'c1', content: 'wet' },
    ])
  })

  it('takes pictures and texts, and pays with a token', async () => {
    const picture = Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAA=', 'base64')
    await page.locator('form input[type=file]').setInputFiles([
      { name: 'dot.gif', mimeType: 'image/gif', buffer: picture },
      { name: 'notes.md', mimeType: '', buffer: Buffer.from('# Notes') },
      { name: 'tool.exe', mimeType: 'application/x-msdownload', buffer: Buffer.from('MZ') },
    ])
    await page.getByText('“tool.exe” is neither an image, a PDF nor a text').waitFor()
    await page.getByRole('combobox', { name: 'Paid by' }).click()
    await page.getByRole('option', { name: /^laptop/ }).click()
    await ask('What is it?')
    await said('first').getByText('heard').waitFor()
    expect(upstream.calls.at(-1)?.body.messages[1].content).toMatchObject([
      { type: 'image_url', image_url: { url: `data:image/gif;base64,${picture.toString('base64')}` } },
      { type: 'text', text: 'notes.md:\n# Notes' },
      { type: 'text', text: 'What is it?' },
    ])
    await button('View code').click()
    await page
      .getByRole('dialog')
      .getByText(/Bearer sk-\w{48}"/)
      .waitFor()
    await page.goto(`${server.url}/log`)
    await page.getByRole('row').nth(1).getByText('laptop').waitFor()
  })

  it('keeps conversations over a reload, finds them, and brings them to another browser', async () => {
    await ask('One river')
    await said('first').getByText('heard “One river”').waitFor()
    await said('first').getByText('$0.000040').waitFor()
    await page.reload()
    await said('first').getByText('heard “One river”').waitFor()
    await button('New conversation').click()
    await ask('Another lake')
    await said('first').getByText('heard “Another lake”').waitFor()
    await said('first').getByText('$0.000040').waitFor()
    await sameAsReloaded(page)
    await button('Conversations').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: /^Another lake/ }).waitFor()
    await dialog.getByPlaceholder('Search conversations').fill('river heard')
    await dialog.getByRole('button', { name: /^Another lake/ }).waitFor({ state: 'detached' })
    const [file] = await Promise.all([page.waitForEvent('download'), button('Export').click()])
    await button('Delete One river').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Conversation deleted').waitFor()
    const other = await pages.open(browser, `${server.url}/playground`, { unlikeReloaded })
    await other.getByRole('button', { name: 'Conversations', exact: true }).click()
    await other.locator('input[accept*=json]').setInputFiles(await file.path())
    await other.getByText('1 conversation imported').waitFor()
    await other
      .getByRole('dialog')
      .getByRole('button', { name: /^One river/ })
      .click()
    await other.getByText('heard “One river”').waitFor()
    await sameAsReloaded(other)
  })

  it('opens with the model of the price list, and with what a call in the log asked', async () => {
    await ask('Once more')
    await said('first').getByText('$0.000040').waitFor()
    await page.goto(`${server.url}/log`)
    await page
      .getByRole('button', { name: /^Show details of first/ })
      .first()
      .click()
    await page.getByRole('link', { name: 'Try again in the playground' }).click()
    await expect.poll(() => message().inputValue()).toBe('Once more')
    await page.goto(`${server.url}/pricing?keyword=second`)
    await page.getByRole('button', { name: 'Show details of second' }).click()
    await page.getByRole('link', { name: 'Try in the playground' }).click()
    await expect.poll(() => page.getByRole('combobox', { name: 'Model', exact: true }).inputValue()).toBe('second')
  })

  it('has its settings in a sheet on a phone, in Chinese and in the dark', async () => {
    const phone = await pages.open(browser, `${server.url}/playground?model=first`, {
      unlikeReloaded,
      look: { ...desk, width: 390, language: 'zh', scheme: 'dark' },
    })
    await phone.getByRole('textbox', { name: '消息' }).fill('你好')
    await phone.getByRole('textbox', { name: '消息' }).press('Enter')
    await phone.getByText('heard “你好”').waitFor()
    expect([await scrollsSideways(phone), await violationsOf(phone)]).toEqual([false, []])
    await phone.getByRole('button', { name: '参数' }).click()
    await phone.getByRole('dialog').getByLabel('系统提示词').fill('')
    expect(await violationsOf(phone)).toEqual([])
    await phone.keyboard.press('Escape')
    await phone.getByRole('textbox', { name: '消息' }).fill('再来')
    await phone.getByRole('button', { name: '发送' }).click()
    await phone.getByText('heard “再来”').waitFor()
    expect(turns()?.[0]?.[0]).toBe('user')
  })
})
