import type { Sentences } from '#contract/error-reasons.ts'
import type { Messages } from './translation.ts'

/*
 * Every text of the console, found by its folder: each file is a chunk of its own. Beside its areas a language that the
 * server does not speak has `errors.ts`, its sentences of refusals by their code, and `reasons.ts`, those of reasons by
 * their name or as a dialect says them in English.
 */
type Files<Texts> = Readonly<Record<string, () => Promise<Texts>>>

export const areaFiles: Files<Messages> = import.meta.glob<Messages>(
  ['./*/*.ts', '!./*/errors.ts', '!./*/reasons.ts'],
  {
    import: 'messages',
  },
)
export const errorFiles: Files<Sentences> = import.meta.glob<Sentences>('./*/errors.ts', { import: 'errors' })
export const reasonFiles: Files<Sentences> = import.meta.glob<Sentences>('./*/reasons.ts', { import: 'reasons' })
