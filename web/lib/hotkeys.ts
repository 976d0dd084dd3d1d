import { useEffect, useRef } from 'react'

/** `mod+k` is Ctrl or Cmd with K; `g t` is G, then T; `/` and `?` are themselves. */
export type Hotkey = { keys: string; label: string; run: () => void }

const hotkeys = new Set<Hotkey>()
const sequenceMilliseconds = 1000
let pending: { key: string; at: number } | undefined

/** One registry for the whole console. While someone types, only `mod` combinations work. */
export const registerHotkey = (hotkey: Hotkey): (() => void) => {
  if (hotkeys.size === 0) addEventListener('keydown', onKeyDown)
  hotkeys.add(hotkey)
  return () => {
    hotkeys.delete(hotkey)
    if (hotkeys.size === 0) removeEventListener('keydown', onKeyDown)
  }
}

export const useHotkey = (keys: string, label: string, run: () => void): void => {
  const latest = useRef(run)
  latest.current = run
  useEffect(() => registerHotkey({ keys, label, run: () => latest.current() }), [keys, label])
}

/** For the help sheet. */
export const listHotkeys = (): Hotkey[] => [...hotkeys]

export const isApple = /mac|iphone|ipad/i.test(navigator.userAgent)

const onKeyDown = (event: KeyboardEvent) => {
  if (event.defaultPrevented || event.isComposing) return
  const mod = isApple ? event.metaKey : event.ctrlKey
  const key = event.key.toLowerCase()
  if (mod) {
    runMatching(`mod+${key}`, event)
    return
  }
  if (event.altKey || event.ctrlKey || event.metaKey || isTyping(event.target) || isModalOpen()) return
  const first = pending && event.timeStamp - pending.at < sequenceMilliseconds ? pending.key : undefined
  pending = { key, at: event.timeStamp }
  if (first !== undefined && runMatching(`${first} ${key}`, event)) {
    pending = undefined
    return
  }
  runMatching(key, event)
}

const runMatching = (keys: string, event: KeyboardEvent): boolean => {
  // The latest registration wins: a drawer's own key goes before the page's.
  const hotkey = [...hotkeys].reverse().find((candidate) => candidate.keys === keys)
  if (!hotkey) return false
  event.preventDefault()
  hotkey.run()
  return true
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

const isModalOpen = () => document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null
