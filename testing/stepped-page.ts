import type { Page, Request, Response } from 'playwright-core'
import { sameAsLoaded, sameAsReloaded } from './fresh-load.ts'
import { atStepEnd, endStep } from './step-ends.ts'

/** What a person does to a page; what is entered into a field may stay there. */
type Act = 'pressed' | 'entered'
const acts = new Map<string, Act>([
  ...['click', 'dblclick', 'tap', 'dragTo', 'goto', 'reload', 'goBack', 'goForward', 'press', 'down', 'up'].map(
    (name) => [name, 'pressed'] as const,
  ),
  ...['fill', 'pressSequentially', 'type', 'insertText'].map((name) => [name, 'entered'] as const),
  ...['check', 'uncheck', 'setChecked', 'selectOption', 'setInputFiles'].map((name) => [name, 'entered'] as const),
])
const hands = new Set(['keyboard', 'mouse', 'touchscreen'])

const isPartOfPage = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && 'getByRole' in value

type Acting = (act: Act, go: () => unknown) => Promise<unknown>

/** The same, but with something else around each act, on whatever part of it. */
const around = <Part extends object>(part: Part, acting: Acting): Part =>
  new Proxy(part, {
    get: (owner, name) => {
      const member: unknown = Reflect.get(owner, name)
      if (hands.has(String(name)) && typeof member === 'object' && member !== null) return around(member, acting)
      if (typeof member !== 'function') return member
      return (...given: unknown[]): unknown => {
        const go = (): unknown => Reflect.apply(member, owner, given)
        const act = acts.get(String(name))
        if (act !== undefined) return acting(act, go)
        const answer = go()
        return isPartOfPage(answer) ? around(answer, acting) : answer
      }
    },
  })

/**
 * What a page holds that no fresh load has: what was entered and not saved, of which its own guard knows or which it
 * refuses beside its field, what was turned into text by hand, and what is read of a chart. It is compared once that is
 * gone.
 */
const holdsOwn = `(() => {
  const leaving = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(leaving)
  const own = [
    '[role="slider"]:not([aria-valuenow="0"])',
    '[data-view="text"]',
    '#test-findings',
    '[aria-invalid="true"]',
    ':is(p, span)[role="alert"]',
  ]
  return leaving.defaultPrevented || document.querySelector('main :is(' + own.join() + ')') !== null
})()`

/**
 * What is opened over a page is looked at by itself. Asked once the page did what it had put off by a moment, as a form its
 * second look at the field to mend: no hand types before that, and a test's would type elsewhere.
 */
const isCovered = `new Promise((done) =>
  setTimeout(() => done(document.querySelector('[role="dialog"], [role="alertdialog"]') !== null)),
)`

/** A refusal comes with status 200 as well; what is no JSON may be a stream without an end. */
const isTaken = async (response: Response): Promise<boolean> => {
  if (!response.ok() || !response.headers()['content-type']?.includes('json')) return response.ok()
  // Whoever went elsewhere meanwhile has the answer no more.
  const text = await response.text().catch(() => '')
  return !text.includes('"success":false')
}

/** They carry what was entered and change nothing: a price, the vendor of a key, the models behind it. */
const questions = /\/(amount|guess|fetch_models)$/

export type Stepped = { page: Page; finish: () => Promise<void> }

/**
 * A page that is compared with a fresh load of its address after every step: before the next act, before somebody else
 * changes something, and at the end. After an act that changed nothing and led nowhere the load of the last step is as
 * fresh as another.
 */
export const stepped = (page: Page): Stepped => {
  let hasActed = false
  let begun = new WeakSet<Request>()
  let isChanged = false
  let compared = page.url()
  /** Something was entered that the server has not taken, nor the address: a refused code still stands in its field. */
  let isEntered = false
  /** Somebody else changed something: what only reads does not ask for it again. */
  let isOutdated = false
  let changes = 0
  const hearing = new Set<Promise<void>>()
  let site = new URL(page.url()).origin

  const forget = () => {
    hasActed = false
    begun = new WeakSet()
    isChanged = false
    isEntered = false
    compared = page.url()
  }

  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    const isChange = request.method() !== 'GET' && pathname.startsWith('/api/') && !questions.test(pathname)
    if (isChange && hasActed) begun.add(request)
  })
  page.on('response', (response) => {
    if (!begun.has(response.request())) return
    const heard = isTaken(response).then((taken) => {
      // What was refused changed nothing, and what was entered for it still stands there.
      if (!taken) return
      isChanged = true
      isEntered = false
      isOutdated = false
      changes += 1
    })
    hearing.add(heard)
    void heard.finally(() => hearing.delete(heard))
  })
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame() && page.url() !== compared) isEntered = false
  })
  page.on('domcontentloaded', () => {
    forget()
    isOutdated = false
    // Of a page that began empty: whatever it leads to later, such as a payment, is somebody else's.
    if (site === 'null') site = new URL(page.url()).origin
  })

  const finish = async () => {
    await Promise.all(hearing)
    const isMoved = isChanged || page.url() !== compared
    const isDue = hasActed && (isMoved || !isOutdated)
    if (!isDue || isEntered || page.isClosed() || new URL(page.url()).origin !== site) return
    if (await page.evaluate(holdsOwn)) return
    isChanged = false
    isOutdated = false
    compared = page.url()
    await (isMoved ? sameAsReloaded(page) : sameAsLoaded(page))
  }
  const end = async () => {
    await finish()
    forget()
    isOutdated = true
  }
  atStepEnd(end)
  const acting: Acting = async (act, go) => {
    await endStep(end)
    const isUncovered = !(await page.evaluate(isCovered))
    if (isUncovered) await finish()
    hasActed = true
    const earlier = changes
    const done = await go()
    // Only then: what it is entered into may have come with an address that had changed meanwhile.
    isEntered ||= isUncovered && act === 'entered' && changes === earlier
    return done
  }
  return { page: around(page, acting), finish }
}
