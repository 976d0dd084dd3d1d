import { cleanup, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Language } from '#contract/languages.ts'
import { currentLanguage, loadArea, setLanguage } from '../lib/i18n.ts'
import { languagePreference } from '../lib/preferences.ts'
import { queryClient } from '../lib/query.ts'
import { rememberUser } from '../lib/session.ts'
import { areaFiles } from '../locales/files.ts'
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

/** A browser that nobody used yet, as it speaks by itself. */
const useFreshBrowser = async (language: 'en' | 'ru') => {
  await setLanguage(language)
  languagePreference.set(null)
  localStorage.removeItem('told-language')
}

const speaks = (language: string) =>
  waitFor(() => expect([currentLanguage(), languagePreference.get()]).toEqual([language, language]))

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

it('Where none was picked the console speaks that of the account, and keeps it', async () => {
  await useFreshBrowser('en')
  kept[11] = 'ru'
  await open(11)
  await speaks('ru')
  await open(11)
  await open(11)
  expect(written()).toEqual([])
  expect(currentLanguage()).toBe('ru')
})

it('Where none was picked, what is then picked stays, and the account hears of it', async () => {
  await useFreshBrowser('en')
  kept[12] = 'ru'
  const { pick } = await open(12)
  await speaks('ru')
  await pick('Français')
  await waitFor(() => expect(kept[12]).toBe('fr'))
  kept[12] = 'vi'
  await open(12)
  expect(written()).toEqual([])
  await speaks('fr')
})

it('Where none was picked, each who logs in has the console in his own, also when it was changed elsewhere', async () => {
  await useFreshBrowser('en')
  kept[13] = 'ru'
  kept[14] = 'fr'
  for (const id of [13, 14, 13]) {
    await open(id)
    await speaks(kept[id] ?? '')
  }
  kept[13] = 'ja'
  await open(13)
  await speaks('ja')
  expect(kept).toEqual({ 13: 'ja', 14: 'fr' })
})

it('A page that is read changes under nobody, when another browser changes what the account keeps', async () => {
  await useFreshBrowser('en')
  kept[15] = 'ru'
  await open(15)
  await speaks('ru')
  kept[15] = 'fr'
  await queryClient.refetchQueries()
  expect(currentLanguage()).toBe('ru')
  expect(written()).toEqual([])
})

it('Where none was picked and none is kept, what the browser speaks is kept, and no choice is made of it', async () => {
  await useFreshBrowser('ru')
  await open(16)
  await waitFor(() => expect(kept[16]).toBe('ru'))
  expect(languagePreference.get()).toBeNull()
  kept[17] = 'fr'
  await open(17)
  await speaks('fr')
})

/** Texts of a page that come when they are let; they are there at once where another test has loaded them. */
const holdBackTexts = async (language: Language) => {
  await loadArea('setup')
  const messages = await areaFiles[`./${language}/setup.ts`]?.()
  const held = Promise.withResolvers<void>()
  vi.spyOn(areaFiles, `./${language}/setup.ts`).mockImplementation(async () => {
    await held.promise
    return messages ?? {}
  })
  return held.resolve
}

it('A language that is picked before it is known who is signed in is spoken, and the account hears of it', async () => {
  await useFreshBrowser('en')
  kept[18] = 'ru'
  const letCome = await holdBackTexts('vi')
  void setLanguage('vi')
  await open(18)
  letCome()
  await speaks('vi')
  await waitFor(() => expect(kept[18]).toBe('vi'))
})

it('Of a language that is spoken before it is known who is signed in the account hears, and the next account does not', async () => {
  await useFreshBrowser('en')
  kept[21] = 'ru'
  kept[22] = 'ja'
  await setLanguage('fr')
  await open(21)
  await waitFor(() => expect(kept[21]).toBe('fr'))
  await open(22)
  expect(written()).toEqual([])
  await speaks('fr')
  expect(kept[22]).toBe('ja')
})

it('Of two who log in after each other the second has his own, however late the texts of the first come', async () => {
  await useFreshBrowser('en')
  kept[19] = 'ja'
  kept[20] = 'ru'
  const letCome = await holdBackTexts('ja')
  await open(19)
  await open(20)
  letCome()
  await speaks('ru')
  expect(kept).toEqual({ 19: 'ja', 20: 'ru' })
})
