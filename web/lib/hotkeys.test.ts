import { afterEach, describe, expect, it, vi } from 'vitest'
import { listHotkeys, registerHotkey } from './hotkeys.ts'

const undo: (() => void)[] = []
afterEach(() => {
  for (const unregister of undo.splice(0)) unregister()
  document.body.replaceChildren()
})

const hotkey = (keys: string) => {
  const run = vi.fn()
  undo.push(registerHotkey({ keys, label: keys, run }))
  return run
}
const press = (key: string, init: KeyboardEventInit = {}, target: EventTarget = document.body) =>
  target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init }))

describe('The registry of keys', () => {
  it('runs a letter after G, and not the letter alone', () => {
    const go = hotkey('g t')
    press('t')
    expect(go).not.toHaveBeenCalled()
    press('g')
    press('t')
    expect(go).toHaveBeenCalledOnce()
  })

  it('keeps quiet while someone types, except for combinations', () => {
    const slash = hotkey('/')
    const palette = hotkey('mod+k')
    const input = document.body.appendChild(document.createElement('input'))
    press('/', {}, input)
    press('k', { ctrlKey: true }, input)
    expect(slash).not.toHaveBeenCalled()
    expect(palette).toHaveBeenCalledOnce()
  })

  it('keeps quiet behind a dialog', () => {
    const create = hotkey('n')
    document.body.innerHTML = '<div role="dialog"></div>'
    press('n')
    expect(create).not.toHaveBeenCalled()
  })

  it('prefers the latest registration, and forgets what was unregistered', () => {
    const page = hotkey('n')
    const drawer = hotkey('n')
    press('n')
    undo.pop()?.()
    press('n')
    expect([drawer.mock.calls.length, page.mock.calls.length]).toEqual([1, 1])
    expect(listHotkeys().map(({ keys }) => keys)).toEqual(['n'])
  })
})
