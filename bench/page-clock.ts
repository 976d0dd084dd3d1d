import type { Page } from 'playwright-core'
import * as z from 'zod/mini'

/**
 * Stands in every page before its own code: when all that a page shows at first was painted, since its address was
 * asked for, and how long each touch of a key or button took until what it changed was painted.
 */
export const pageClock = `(() => {
  const isHere = () => {
    const main = document.querySelector('main')
    return main !== null && main.querySelector('h1') !== null && main.querySelector('.animate-pulse') === null
  }
  const paint = Promise.withResolvers()
  const clock = { useful: paint.promise, touches: new Map() }
  window.pageClock = clock
  const look = () => {
    if (!isHere()) return requestAnimationFrame(look)
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => paint.resolve(performance.now())
    requestAnimationFrame(() => port2.postMessage(0))
  }
  requestAnimationFrame(look)
  // Of a page that never gets there the others are not to wait.
  setTimeout(() => paint.resolve(performance.now()), 30_000)
  const observer = new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries()) {
      // A click is told of three times: when it begins, when it ends, and as what it is.
      if (interactionId > 0) clock.touches.set(interactionId, Math.max(duration, clock.touches.get(interactionId) ?? 0))
    }
  })
  observer.observe({ type: 'event', durationThreshold: 16 })
})()`

const milliseconds = z.number()

/** Milliseconds until all that the page shows at first was painted. */
export const usefulPaint = async (page: Page): Promise<number> =>
  milliseconds.parse(await page.evaluate('window.pageClock.useful'))

/** Milliseconds of each touch since the page was opened; what is shorter than a frame is not told. */
export const readTouches = async (page: Page): Promise<number[]> =>
  z.array(milliseconds).parse(await page.evaluate('[...window.pageClock.touches.values()]'))

/**
 * How quick a browser's own computer is, in the unit of Lighthouse's benchmark index, of which an ordinary desktop has 2,000
 * and a telephone of the middle 500: strings that grow, and numbers that are copied.
 */
const pace = `(() => {
  const perSecond = (act) => {
    const begun = performance.now()
    let times = 0
    while (performance.now() - begun < 60) { act(times); times += 1 }
    return times / 10 / ((performance.now() - begun) / 1000)
  }
  const [one, other] = [0, 1].map(() => Array.from({ length: 100_000 }, (_, place) => place))
  const grow = () => { let text = ''; for (let length = 0; length < 10_000; length += 1) text += 'a'; return text.length }
  const copy = (time) => {
    const [from, to] = time % 2 === 0 ? [one, other] : [other, one]
    for (let place = 0; place < from.length; place += 1) to[place] = from[place]
  }
  const round = () => (perSecond(grow) + perSecond(copy)) / 2
  // What the computer can: what it did beside something else is no measure of it.
  return Math.max(...Array.from({ length: 4 }, round))
})()`

/** At this moment: where a machine is shared it changes by half within seconds. */
export const readPace = async (page: Page): Promise<number> => milliseconds.parse(await page.evaluate(pace))
