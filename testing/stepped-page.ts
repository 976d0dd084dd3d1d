import type { Page, Request } from 'playwright-core'
import { sameAsReloaded } from './fresh-load.ts'
import { atStepEnd, endStep } from './step-ends.ts'

/** What a person does to a page: what is only typed is not saved yet, and asks for nothing that stays. */
const points = new Set(['click', 'dblclick', 'tap', 'dragTo', 'goto', 'reload', 'goBack', 'goForward'])
const types = new Set([
  ...['fill', 'press', 'pressSequentially', 'type', 'insertText'],
  ...['check', 'uncheck', 'setChecked', 'selectOption', 'setInputFiles'],
])
const hands = new Set(['keyboard', 'mouse', 'touchscreen'])

const isPartOfPage = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && 'getByRole' in value

/** The same, but before each act, on whatever part of it, something else is done first. */
const before = <Part extends object>(part: Part, first: (isTyping: boolean) => Promise<void>): Part =>
  new Proxy(part, {
    get: (owner, name) => {
      const member: unknown = Reflect.get(owner, name)
      if (hands.has(String(name)) && typeof member === 'object' && member !== null) return before(member, first)
      if (typeof member !== 'function') return member
      return (...given: unknown[]): unknown => {
        const go = (): unknown => Reflect.apply(member, owner, given)
        const isTyping = types.has(String(name))
        if (isTyping || points.has(String(name))) return first(isTyping).then(go)
        const answer = go()
        return isPartOfPage(answer) ? before(answer, first) : answer
      }
    },
  })

/**
 * What a page holds that no fresh load has: what was entered and not saved, of which its own guard knows, and what was
 * unfolded by hand. It is compared once that is gone.
 */
const holdsOwn = `(() => {
  const leaving = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(leaving)
  return leaving.defaultPrevented || document.querySelector('main [data-row] [aria-expanded="true"]') !== null
})()`

/** What is opened over a page is looked at by itself. */
const isCovered = `document.querySelector('[role="dialog"], [role="alertdialog"]') !== null`

export type Stepped = { page: Page; finish: () => Promise<void> }

/**
 * A page that is compared with a fresh load of its address after every step: before the next act, before somebody else
 * changes something, and at the end. A step is an act after which the page changed something or went elsewhere, or a
 * click after which it asked for something.
 */
export const stepped = (page: Page): Stepped => {
  let last: 'none' | 'typed' | 'pointed' = 'none'
  let begun = new WeakSet<Request>()
  let isDue = false
  let site = new URL(page.url()).origin

  const forget = () => {
    last = 'none'
    begun = new WeakSet()
    isDue = false
  }

  page.on('request', (request) => {
    const isCall = new URL(request.url()).pathname.startsWith('/api/')
    const matters = last === 'pointed' || (last === 'typed' && request.method() !== 'GET')
    if (isCall && matters) begun.add(request)
  })
  // What was refused changed nothing, and what was entered for it still stands there.
  page.on('response', (response) => {
    if (response.ok() && begun.has(response.request())) isDue = true
  })
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame() && last !== 'none') isDue = true
  })
  page.on('domcontentloaded', () => {
    forget()
    // Of a page that began empty: whatever it leads to later, such as a payment, is somebody else's.
    if (site === 'null') site = new URL(page.url()).origin
  })

  const finish = async () => {
    if (!isDue || page.isClosed() || new URL(page.url()).origin !== site || (await page.evaluate(holdsOwn))) return
    isDue = false
    await sameAsReloaded(page)
  }
  const end = async () => {
    await finish()
    forget()
  }
  atStepEnd(end)
  const compare = async (isTyping: boolean) => {
    await endStep(end)
    if (isDue && !(await page.evaluate(isCovered))) await finish()
    last = isTyping ? 'typed' : 'pointed'
  }
  return { page: before(page, compare), finish }
}
