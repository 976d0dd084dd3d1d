import { type RefCallback, useCallback, useRef } from 'react'
import { useText } from '../lib/i18n.ts'

/**
 * Around the choices of a field the library puts two buttons that only a screen reader sees, and has them say "Dismiss" in
 * any language: they say here what they do. It asks for no words, and puts them there together with the choices.
 */
export const useDismissWords = () => {
  const word = useText()('close')
  const field = useRef<HTMLDivElement>(null)
  const popup = useCallback<RefCallback<HTMLDivElement>>(
    (choices) => {
      for (const part of choices ? [field.current, choices.parentElement] : [])
        for (const button of part?.querySelectorAll('span[role=button]') ?? []) button.setAttribute('aria-label', word)
    },
    [word],
  )
  return { field, popup }
}
