import { useMutation } from '@tanstack/react-query'
import { providers } from '#contract/providers.ts'
import { call } from '../../../lib/api.ts'
import type { ChannelEdit } from './channel-form.ts'

/** What is pasted as a key is cut out of what it was copied with, and its provider picked where it shows. */
export const useKeyGuess = (edit: ChannelEdit, pick: (type: number) => void): ((pasted: string) => void) => {
  const { mutate } = useMutation({
    mutationFn: (text: string) => call(providers.guess, { body: { text } }),
    meta: { quiet: true },
    onSuccess: ({ key, base_url, types: [type, ...others] }, pasted) => {
      // Whoever typed on meanwhile is not corrected.
      if (edit.form.getValues('key').trim() !== pasted.trim()) return
      if (key !== '' && key !== pasted.trim()) edit.set('key', key)
      if (base_url !== '' && edit.form.getValues('base_url') === '') edit.set('base_url', base_url)
      if (type !== undefined && others.length === 0) pick(type)
    },
  })
  // Several lines are several keys, or a document.
  return (pasted) => {
    if (!pasted.trim().includes('\n')) mutate(pasted)
  }
}
