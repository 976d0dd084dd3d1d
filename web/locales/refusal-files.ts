import type { Sentences } from '#contract/error-reasons.ts'
import type { Files } from './files.ts'

/*
 * What a language that the server does not speak has beside its areas, apart from them, as hardly anybody needs it:
 * `errors.ts`, its sentences of refusals by their code, and `reasons.ts`, those of reasons by their name or as a dialect
 * says them in English.
 */
export const errorFiles: Files<Sentences> = import.meta.glob<Sentences>('./*/errors.ts', { import: 'errors' })
export const reasonFiles: Files<Sentences> = import.meta.glob<Sentences>('./*/reasons.ts', { import: 'reasons' })
