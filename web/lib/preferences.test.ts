import { describe, expect, it, vi } from 'vitest'

/** The module reads what is kept when it is loaded. */
const loaded = async () => {
  vi.resetModules()
  return import('./preferences.ts')
}

describe('What a browser keeps', () => {
  it('is ten rows per page until another of the sizes is chosen', async () => {
    const { pageSizes, pageSizePreference } = await loaded()
    expect([pageSizes, pageSizePreference.get()]).toEqual([[10, 20, 50, 100], 10])
    pageSizePreference.set(50)
    expect(localStorage.getItem('page-size')).toBe('50')
    expect((await loaded()).pageSizePreference.get()).toBe(50)
    localStorage.setItem('page-size', '30')
    expect((await loaded()).pageSizePreference.get()).toBe(10)
  })

  it('is the scheme that was chosen, and none before', async () => {
    const { schemePreference } = await loaded()
    expect(schemePreference.get()).toBeNull()
    schemePreference.set('dark')
    expect(localStorage.getItem('theme-mode')).toBe('dark')
    expect((await loaded()).schemePreference.get()).toBe('dark')
  })

  it('is which columns of a table are hidden', async () => {
    const { tableLook } = await loaded()
    tableLook('logs-table-columns').hidden.set(['group'])
    expect(localStorage.getItem('logs-table-columns')).toBe('["group"]')
    expect((await loaded()).tableLook('logs-table-columns').hidden.get()).toEqual(['group'])
  })
})
