import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { tokens } from '#contract/tokens.ts'
import { TokensPage } from '../features/tokens/tokens-page.tsx'
import { call } from '../lib/api.ts'
import { currentLanguage, startLanguage } from '../lib/i18n.ts'
import { rememberUser } from '../lib/session.ts'
import { answerCalls } from '../testing/answer-calls.ts'
import { renderPage } from '../testing/render-page.tsx'
import { sampleUser } from '../testing/sample-user.ts'
import { sampleToken, serveTokens } from '../testing/token-server.ts'
import { LanguageMenu } from './language-menu.tsx'

// The one row: Welsh, which has six plural forms. The browser wants it behind a language that nobody speaks here.
vi.mock('#contract/languages.ts', async (original) => {
  const contract = await original<typeof import('#contract/languages.ts')>()
  const plural = ['zero', 'one', 'two', 'few', 'many', 'other']
  Object.assign(contract.languages, { cy: { name: 'Cymraeg', locale: 'cy', switchTo: 'Newid i’r Gymraeg', plural } })
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['gd-GB', 'cy-GB', 'en'])
  return { ...contract, languageCodes: [...contract.languageCodes, 'cy'] }
})

// The one folder: each text is the English one in brackets, with the name of its plural form where it has some.
vi.mock('../locales/files.ts', async (original) => {
  const { areaFiles } = await original<typeof import('../locales/files.ts')>()
  const inBrackets = (message: string | { other: string }) => {
    if (typeof message === 'string') return message === '' ? '' : `⟦${message}⟧`
    const form = (name: string) => [name, `⟦${name}: ${message.other}⟧`]
    return Object.fromEntries(['zero', 'one', 'two', 'few', 'many', 'other'].map(form))
  }
  const folder = Object.entries(areaFiles).flatMap(([path, load]) => {
    if (!path.startsWith('./en/')) return []
    const translate = async () =>
      Object.fromEntries(Object.entries(await load()).map(([key, message]) => [key, inBrackets(message)]))
    return [[path.replace('/en/', '/cy/'), translate]]
  })
  return {
    areaFiles: { ...areaFiles, ...Object.fromEntries(folder) },
  }
})
vi.mock('../locales/refusal-files.ts', () => ({
  errorFiles: {
    './cy/errors.ts': async () => ({
      input_invalid: '⟦{field}: {reason}⟧',
      quota_insufficient: '⟦quota⟧',
      request_invalid: '⟦{reason}⟧',
    }),
  },
  reasonFiles: {
    './cy/reasons.ts': async () => ({
      too_long: '⟦{limit} {limit:zero|one|two|few|many|other}⟧',
      'must be one of {names}': '⟦names {names}⟧',
      reason_behind: '{message} – {reason}',
      reason_of_place: '{place} – {reason}',
    }),
  },
}))

beforeEach(async () => {
  rememberUser(sampleUser())
  await startLanguage()
})
/** What is shown or told to a reader of screens, without the texts in brackets: they may hold others. */
const outsideBrackets = (): string[] => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const said: string[] = []
  while (walker.nextNode()) said.push(walker.currentNode.textContent ?? '')
  for (const element of document.body.querySelectorAll('*'))
    for (const name of ['aria-label', 'title', 'placeholder']) said.push(element.getAttribute(name) ?? '')
  return said.map(bare).filter((text) => /\p{L}/u.test(text))
}

const bare = (text: string): string => {
  const less = text.replaceAll(/⟦[^⟦⟧]*⟧/g, '')
  return less === text ? text : bare(less)
}

it('A language is a row and a folder: every text of a page is drawn in it, in the form that its number wants', async () => {
  expect([currentLanguage(), document.documentElement.lang]).toEqual(['cy', 'cy'])
  const names = ['ash', 'birch', 'cedar']
  serveTokens(names.map((name, index) => sampleToken({ id: index + 1, name })))
  const { user } = await renderPage(<TokensPage />, { path: '/token', areas: ['tokens'] })
  const boxes = await waitFor(() => {
    const found = [...document.querySelectorAll<HTMLInputElement>('[data-row] input[type=checkbox]')]
    expect(found).toHaveLength(names.length)
    return found
  })
  for (const [index, form] of ['one', 'two', 'few'].entries()) {
    await user.click(boxes[index] ?? document.body)
    expect(await screen.findByText(`⟦${form}: ${index + 1} selected⟧`)).toBeTruthy()
  }
  await user.click(screen.getByRole('button', { name: '⟦Create token⟧' }))
  await within(await screen.findByRole('dialog')).findByRole('textbox', { name: /⟦Name⟧/ })
  const data = [...names, 'sk-abcd…ijkl', 'Ctrl ↵']
  const others = outsideBrackets().filter((text) => !data.includes(text))
  expect(others.filter((text) => !/^\d+ o flynyddoedd yn ôl$/.test(text))).toEqual([])
  expect(others).toHaveLength(names.length)
})

it('It is among the others in the menu', async () => {
  render(<LanguageMenu />)
  await userEvent.setup().click(screen.getByRole('button', { name: '⟦Language⟧' }))
  expect(await screen.findByRole('menuitemradio', { name: 'Cymraeg' })).toBeTruthy()
})

it.each([
  [{ code: 'input_invalid', values: { field: 'name', reason: 'too_long', limit: 3 } }, '⟦name: ⟦3 few⟧⟧'],
  [{ code: 'quota_insufficient', values: {} }, '⟦quota⟧'],
  [
    { code: 'quota_insufficient', values: { reason: 'the words of an upstream' } },
    '⟦quota⟧ – the words of an upstream',
  ],
  [{ code: 'request_invalid', values: { reason: 'n: must be one of 1, 2' } }, '⟦n – ⟦names 1, 2⟧⟧'],
  [{ code: 'name_taken' }, 'as the server says it'],
])(
  'A refusal is worded by its code and values, and as the server says it where no words are: %j',
  async (told, words) => {
    answerCalls({ 'GET /api/token/1': () => ({ body: { success: false, message: 'as the server says it', ...told } }) })
    await expect(call(tokens.read, { params: { id: '1' } })).rejects.toThrow(words)
  },
)
