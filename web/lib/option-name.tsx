import type { ReactNode } from 'react'
import { isDrawnKey } from '#contract/options.ts'
import { type Text, useText } from './i18n.ts'

/** What a setting is called on its page; one that is not there is named by its key. */
export const optionNameOf = (key: string, t: Text<'options'>): string => (isDrawnKey(key) ? t(key) : key)

/** The same for where few rows need it: the table of settings comes with the first of them. */
export function NamedOption({ option, children }: { option: string; children: (name: string) => ReactNode }) {
  return children(optionNameOf(option, useText('options')))
}
