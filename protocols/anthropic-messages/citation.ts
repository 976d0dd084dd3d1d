import type { CitationPart } from '../chat.ts'
import { isObject, type JsonObject, textAt } from '../json/json.ts'

/** A citation of a page; places in the client's own documents mean nothing elsewhere. */
export const readCitation = (wire: unknown): CitationPart | undefined => {
  const url = textAt(wire, 'url')
  if (url === undefined) return undefined
  const quote = textAt(wire, 'cited_text')
  return {
    type: 'citation',
    url,
    title: textAt(wire, 'title') ?? url,
    ...(quote === undefined ? {} : { quote }),
  }
}

export const readCitations = (block: JsonObject): CitationPart[] => {
  const citations = Array.isArray(block.citations) ? block.citations.filter(isObject) : []
  return citations.flatMap((wire) => readCitation(wire) ?? [])
}

export const writeCitation = ({ url, title, quote }: CitationPart): JsonObject => ({
  type: 'web_search_result_location',
  url,
  title,
  cited_text: quote ?? '',
  encrypted_index: '',
})
