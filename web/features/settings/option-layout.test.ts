import { describe, expect, it } from 'vitest'
import { drawnKeys } from '#contract/options.ts'
import { findNames } from '../../lib/name-search.ts'
import { messages as english } from '../../locales/en/options.ts'
import { messages as chinese } from '../../locales/zh/options.ts'
import { allSections, layoutOf } from './option-layout.ts'

describe('the settings page', () => {
  it('shows every option that something reads exactly once', () => {
    expect(allSections.flatMap(({ keys }) => keys)).toEqual(drawnKeys)
  })

  it('keeps the order of the operation tab', () => {
    const sections = allSections.filter(({ tab }) => tab === 'operation').map(({ section }) => section)
    expect(sections.join(' ')).toBe('general drawing sensitive log dashboard monitoring checkin quota chats')
  })

  it.each([
    ['English', english],
    ['Chinese', chinese],
  ])('gives every option and section a name in %s', (_language, messages) => {
    const names = new Map<string, unknown>(Object.entries(messages))
    const wanted = [...drawnKeys, ...allSections.map(({ section }) => `section.${section}`)]
    expect(wanted.filter((key) => !names.get(key))).toEqual([])
  })

  it('groups what a search finds by section', () => {
    const found = findNames(drawnKeys, 'SMTP port', (key) => `${key} ${english[key]}`)
    expect(layoutOf(found)).toEqual([{ tab: 'system', section: 'smtp', keys: ['SMTPPort'] }])
  })
})
