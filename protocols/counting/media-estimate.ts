import { readDataUri } from '../data-uri.ts'
import { audioSeconds } from './audio-duration.ts'
import { vocabularyOf } from './estimate.ts'
import { mostTokensOfPicture } from './picture-estimate.ts'
import { pictureSizeOfBase64 } from './picture-size.ts'

/** A part of a prompt that is no text: its tokens at the most, and how many letters its data takes in the body. */
export type Medium = { tokens: number; letters: number }

/** A picture by its data, by an address, which may hold it, or by neither: then it is as large as pictures can be. */
export const mostOfPicture = (model: string, place: string | undefined, detail: string | undefined): Medium => {
  const data = dataOf(place)
  const size = data === undefined ? undefined : pictureSizeOfBase64(data)
  return { tokens: mostTokensOfPicture(model, size, detail), letters: data?.length ?? 0 }
}

export const mostOfSound = (model: string, place: string | undefined): Medium =>
  mostOfTime(model, place, vocabularyOf(model) === 'openai' ? 12 : 32)

/** A picture a second, and its sound. */
export const mostOfFilm = (model: string, place: string | undefined): Medium => mostOfTime(model, place, 300)

/**
 * A file may unfold to anything up to what the model can read at once; only that of plain text cannot be more than its
 * bytes.
 */
export const mostOfDocument = (model: string, place: string | undefined, kind?: string): Medium => {
  const data = dataOf(place)
  const letters = data?.length ?? 0
  const named = kind ?? readKind(place)
  const bytes = Math.ceil((letters * 3) / 4)
  const isText = data !== undefined && (named.startsWith('text/') || named === 'application/json')
  return { tokens: isText ? Math.min(bytes, windowOf(model)) : windowOf(model), letters }
}

const leastOfTime = 256
/** Bytes of a second of speech that is pressed hard. */
const thriftiest = 1000

const mostOfTime = (model: string, place: string | undefined, tokensOfSecond: number): Medium => {
  const data = dataOf(place)
  if (data === undefined) return { tokens: windowOf(model), letters: 0 }
  const seconds = Math.ceil(audioSeconds(Buffer.from(data, 'base64'), thriftiest))
  return { tokens: Math.max(leastOfTime, seconds * tokensOfSecond), letters: data.length }
}

/** As much as most models read at once, and those that read most. */
export const windowOf = (model: string): number => (vocabularyOf(model) === 'gemini' ? 1_048_576 : 131_072)

const dataOf = (place: string | undefined): string | undefined => {
  if (place === undefined || /^(?:https?|gs|files?):/i.test(place.slice(0, 6))) return undefined
  return place.slice(0, 5).toLowerCase() === 'data:' ? readDataUri(place)?.base64 : place
}

const readKind = (place: string | undefined): string =>
  place?.slice(0, 5).toLowerCase() === 'data:' ? (readDataUri(place.slice(0, 200))?.mediaType ?? '') : ''
