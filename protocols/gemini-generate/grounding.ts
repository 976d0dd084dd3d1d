import type { CitationPart } from '../chat.ts'
import type { JsonObject } from '../json/json.ts'
import { member, objectIn, objectsIn, textIn, withoutUndefined } from './fields.ts'

/**
 * Where an answer's words come from. Places in it are told in bytes, and of one part of several: a citation says where
 * it stands only when its words are found in `text`.
 */
export const readCitations = (candidate: JsonObject, text: string | undefined): CitationPart[] => {
  const grounding = objectIn(candidate, 'groundingMetadata')
  if (grounding === undefined) return []
  const sources = objectsIn(grounding, 'groundingChunks').map(readSource)
  const citations: CitationPart[] = []
  const cited = new Set<number>()
  for (const support of objectsIn(grounding, 'groundingSupports')) {
    const quote = textIn(objectIn(support, 'segment'), 'text') || undefined
    for (const index of numbersIn(support, 'groundingChunkIndices')) {
      const source = sources[index]
      if (source === undefined) continue
      cited.add(index)
      citations.push({ ...source, ...placeOf(quote, text) })
    }
  }
  const uncited = sources.filter((_, index) => !cited.has(index)).filter((source) => source !== undefined)
  return [...citations, ...uncited]
}

/** Citations as Google tells them; places are counted in bytes of `text`, and left out where it is not at hand. */
export const writeGrounding = (citations: readonly CitationPart[], text: string | undefined): JsonObject => {
  const urls = [...new Set(citations.map((citation) => citation.url))]
  const titles = new Map(citations.map((citation) => [citation.url, citation.title]))
  const quoted = citations.filter((citation) => citation.quote !== undefined || citation.start !== undefined)
  return {
    groundingChunks: urls.map((uri) => ({ web: { uri, title: titles.get(uri) } })),
    groundingSupports: quoted.map((citation) => ({
      segment: writeSegment(citation, text),
      groundingChunkIndices: [urls.indexOf(citation.url)],
    })),
  }
}

const readSource = (chunk: JsonObject): CitationPart | undefined => {
  const web = objectIn(chunk, 'web') ?? objectIn(chunk, 'retrievedContext') ?? objectIn(chunk, 'maps')
  const url = textIn(web, 'uri')
  return url === undefined ? undefined : { type: 'citation', url, title: textIn(web, 'title') ?? '' }
}

const placeOf = (quote: string | undefined, text: string | undefined): Partial<CitationPart> => {
  if (quote === undefined) return {}
  const start = text?.indexOf(quote) ?? -1
  return start < 0 ? { quote } : { quote, start, end: start + quote.length }
}

const writeSegment = ({ quote, start, end }: CitationPart, text: string | undefined): JsonObject => {
  const bytesBefore = (position: number | undefined) =>
    text === undefined || position === undefined ? undefined : Buffer.byteLength(text.slice(0, position))
  return withoutUndefined({
    startIndex: bytesBefore(start),
    endIndex: bytesBefore(end),
    text: quote ?? (start === undefined ? undefined : text?.slice(start, end)),
  })
}

const numbersIn = (object: JsonObject, name: string): readonly number[] => {
  const value = member(object, name)
  return Array.isArray(value) ? value.filter((each) => typeof each === 'number') : []
}
