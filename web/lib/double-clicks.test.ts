import { afterEach, beforeEach, expect, it } from 'vitest'
import { ignoreDoubleClicks } from './double-clicks.ts'

let sent = 0
let stop = () => {}

beforeEach(() => {
  sent = 0
  document.body.innerHTML = '<form><button type="submit"><b>Save</b></button><button type="button">Next</button></form>'
  document.querySelector('form')?.addEventListener('submit', (event) => {
    event.preventDefault()
    sent += 1
  })
  stop = ignoreDoubleClicks(document)
})
afterEach(() => stop())

const click = (selector: string, detail: number) =>
  document.querySelector(selector)?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail }))

it('a form is sent by a click, and not once more by the second of a double click', () => {
  click('button[type="submit"]', 1)
  click('button[type="submit"]', 2)
  click('button[type="submit"]', 3)
  expect(sent).toBe(1)
})

it('a form is sent again by a click of its own, and by a key', () => {
  click('button[type="submit"]', 1)
  click('button[type="submit"]', 1)
  click('button[type="submit"]', 0)
  expect(sent).toBe(3)
})

it('other buttons take every click', () => {
  let taken = 0
  document.querySelector('button[type="button"]')?.addEventListener('click', () => {
    taken += 1
  })
  click('button[type="button"]', 1)
  click('button[type="button"]', 2)
  expect(taken).toBe(2)
})
