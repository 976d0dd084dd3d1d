import { cleanup, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { setLanguage } from '../lib/i18n.ts'
import { queryClient } from '../lib/query.ts'
import { forgetUser, rememberUser } from '../lib/session.ts'
import { answerCalls, granted, refused } from '../testing/answer-calls.ts'
import { renderPage } from '../testing/render-page.tsx'
import { sampleUser } from '../testing/sample-user.ts'
import { screen } from '../testing/screen.ts'
import { HeaderExtras } from './header-extras.tsx'
import { LanguageMenu } from './language-menu.tsx'

let isAway = false
let kept: Record<number, string | undefined> = {}
let calls: ReturnType<typeof answerCalls> = []

beforeEach(() => {
  isAway = false
  kept = {}
})

afterEach(async () => {
  cleanup()
  vi.unstubAllGlobals()
  forgetUser()
  await setLanguage('en')
})

/** The header of whoever is signed in, as a fresh load of the console shows it. */
const open = async (id: number) => {
  cleanup()
  queryClient.clear()
  const user = () => sampleUser({ id, setting: JSON.stringify({ language: kept[id] }) })
  rememberUser(user())
  calls = answerCalls({
    'GET /api/user/self': () => ({ body: granted(user()) }),
    'GET /api/notice': () => ({ body: granted('') }),
    'PUT /api/user/setting': ({ body }) => {
      if (isAway) return { body: refused('Away') }
      kept[id] = Object(body).language
      return { body: granted(null) }
    },
  })
  const page = await renderPage(
    <>
      <HeaderExtras />
      <LanguageMenu />
    </>,
  )
  await screen.findByRole('link')
  const pick = async (name: string) => {
    const menu = document.querySelector('[aria-haspopup="menu"]') ?? page.container
    await page.user.click(menu)
    const languages = await screen.findAllByRole('menuitemradio')
    await page.user.click(languages.find(({ textContent }) => textContent === name) ?? page.container)
  }
  return { pick }
}

const written = () => calls.filter(({ method }) => method === 'PUT').map(({ body }) => body)

it('A language that is picked is kept with the account, and the last one picked stays', async () => {
  kept[7] = 'en'
  const { pick } = await open(7)
  await pick('Français')
  await waitFor(() => expect(written()).toEqual([{ language: 'fr' }]))
  await pick('English')
  await waitFor(() => expect(written()).toEqual([{ language: 'fr' }, { language: 'en' }]))
  expect(kept[7]).toBe('en')
})

it('Of whoever keeps none, what the console shows is kept: once, and not with each load', async () => {
  await setLanguage('ru')
  await open(8)
  await waitFor(() => expect(kept[8]).toBe('ru'))
  expect(written()).toEqual([{ language: 'ru' }])
  await open(8)
  await open(8)
  expect(written()).toEqual([])
})

it('What another browser shows changes nothing, until a language is picked there', async () => {
  kept[9] = 'vi'
  const { pick } = await open(9)
  expect(written()).toEqual([])
  await pick('日本語')
  await waitFor(() => expect(kept[9]).toBe('ja'))
})

it('What could not be kept is kept at the next load', async () => {
  kept[10] = 'en'
  isAway = true
  const { pick } = await open(10)
  await pick('Français')
  await waitFor(() => expect(written()).toEqual([{ language: 'fr' }]))
  expect(kept[10]).toBe('en')
  isAway = false
  await open(10)
  await waitFor(() => expect(kept[10]).toBe('fr'))
})
