import { render } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { currentLanguage, setLanguage } from '../lib/i18n.ts'
import { currentUser, rememberUser } from '../lib/session.ts'
import { sampleUser } from './sample-user.ts'
import { setAddress, setWidth } from './test-window.ts'

const { fetch, innerWidth } = window
const { href } = window.location
const fetched = globalThis.fetch

it('A test may end anywhere', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new Error('nothing is here')))
  vi.spyOn(window, 'fetch')
  await setLanguage('zh')
  rememberUser(sampleUser())
  setWidth(390)
  setAddress('about:blank')
  render(<p>left behind</p>)
  vi.useFakeTimers({ now: 0 })
  expect([currentLanguage(), currentUser()?.username, window.innerWidth]).toEqual(['zh', sampleUser().username, 390])
})

it('and the next begins as if it were the first', () => {
  expect([currentLanguage(), currentUser(), localStorage.length]).toEqual(['en', null, 0])
  expect([window.fetch, globalThis.fetch, window.innerWidth]).toEqual([fetch, fetched, innerWidth])
  expect([window.location.href, document.body.textContent]).toEqual([href, ''])
  expect(Date.now()).toBeGreaterThan(0)
})
