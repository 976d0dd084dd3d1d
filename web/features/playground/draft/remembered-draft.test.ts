import { describe, expect, it, vi } from 'vitest'
import { createRememberedDraft, type DraftTable, type KeptDraft } from './remembered-draft.ts'

/** What two tabs share: a table that answers when it is let, and keeps nothing while it is full. */
const browser = () => {
  const kept = new Map<string, KeptDraft>()
  const state = { isFull: false, holds: Promise.resolve() }
  let last = 0
  const table: DraftTable = {
    find: async (key) => {
      await state.holds
      return kept.get(key)
    },
    keep: async (key, draft, known) => {
      await state.holds
      if (state.isFull) throw new Error('full')
      const found = kept.get(key)
      if (found !== undefined && found.revision !== known) return { found }
      last += 1
      if (draft.text === '' && draft.files.length === 0) kept.delete(key)
      else kept.set(key, { ...draft, revision: String(last) })
      return { revision: kept.has(key) ? String(last) : '' }
    },
  }
  const tabs: ReturnType<typeof createRememberedDraft>[] = []
  const onJoined = vi.fn()
  const tab = (key: string, hears = true) => {
    const tell = (changed: string) => {
      for (const each of tabs) if (each !== made) each.lookAgain(changed)
    }
    const made = createRememberedDraft({ table, tell, onJoined }, key)
    if (hears) tabs.push(made)
    return made
  }
  return { kept, state, tab, onJoined }
}
const until = (check: () => void) => vi.waitFor(check, { interval: 1 })
const picture = { kind: 'image' as const, name: 'a.png', content: 'data:,a' }

describe('A remembered draft', () => {
  it('is there again when the page is loaded again, with its files, and each conversation has its own', async () => {
    const { tab, kept } = browser()
    const first = tab('7/a')
    first.write({ text: 'How', files: [picture] })
    first.write({ text: 'How?' })
    first.open('7/b')
    expect(first.shown.get().text).toBe('')
    first.write({ text: 'Why?' })
    await until(() => expect(kept.get('7/b')?.text).toBe('Why?'))
    const again = tab('7/a')
    await until(() => expect(again.shown.get()).toEqual({ text: 'How?', files: [picture] }))
    again.open('7/b')
    await until(() => expect(again.shown.get()).toEqual({ text: 'Why?', files: [] }))
  })

  it('is gone once it was sent or cleared, also where another conversation is open by then', async () => {
    const { tab, kept } = browser()
    const page = tab('7/new/x')
    page.write({ text: 'How?' })
    await until(() => expect(kept.size).toBe(1))
    const clear = page.clearing()
    page.open('7/a')
    clear()
    await until(() => expect(kept.size).toBe(0))
    page.open('7/new/x')
    expect(page.shown.get().text).toBe('')
    page.write({ text: 'x' })
    page.write({ text: '' })
    await until(() => expect(page.unkept.get()).toBe(false))
    expect(kept.size).toBe(0)
  })

  it('is the same in two tabs that are awake', async () => {
    const { tab, onJoined } = browser()
    const [one, other] = [tab('7/a'), tab('7/a')]
    one.write({ text: 'How?' })
    await until(() => expect(other.shown.get().text).toBe('How?'))
    other.write({ text: '' })
    await until(() => expect(one.shown.get().text).toBe(''))
    expect(onJoined).not.toHaveBeenCalled()
  })

  it('does not overwrite what a tab has kept of which it has not heard, and says so', async () => {
    const { tab, kept, onJoined } = browser()
    const [one, other] = [tab('7/a'), tab('7/a', false)]
    one.write({ text: 'How?' })
    await until(() => expect(kept.size).toBe(1))
    other.write({ text: 'Why?' })
    await until(() => expect(kept.get('7/a')?.text).toBe('How?\nWhy?'))
    expect(other.shown.get().text).toBe('How?\nWhy?')
    expect(onJoined).toHaveBeenCalledOnce()
    await until(() => expect(one.shown.get().text).toBe('How?\nWhy?'))
  })

  it('loses nothing that was typed before it was read', async () => {
    const { tab, kept, state, onJoined } = browser()
    kept.set('7/a', { text: 'How?', files: [], revision: 'r' })
    let release = () => {}
    state.holds = new Promise((resolve) => {
      release = resolve
    })
    const page = tab('7/a')
    page.write({ text: 'Why?' })
    release()
    await until(() => expect(kept.get('7/a')?.text).toBe('How?\nWhy?'))
    expect(onJoined).not.toHaveBeenCalled()
  })

  it('is not kept where the browser is full, which is known, and is tried again with the next word', async () => {
    const { tab, kept, state } = browser()
    state.isFull = true
    const page = tab('7/a')
    page.write({ text: 'How' })
    page.open('7/b')
    await until(() => expect(page.unkept.get()).toBe(true))
    page.open('7/a')
    expect(page.shown.get().text).toBe('How')
    state.isFull = false
    page.write({ text: 'How?' })
    await until(() => expect(kept.get('7/a')?.text).toBe('How?'))
    expect(page.unkept.get()).toBe(false)
  })

  it('leaves memory when somebody else signs in', async () => {
    const { tab, kept } = browser()
    const page = tab('7/new/x')
    page.write({ text: 'secret' })
    await until(() => expect(kept.size).toBe(1))
    page.forget()
    page.open('8/new/y')
    expect(page.shown.get().text).toBe('')
    expect(page.isEmptyAt('8/new/y')).toBe(true)
    expect([...kept.keys()]).toEqual(['7/new/x'])
  })
})
