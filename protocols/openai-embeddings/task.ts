import type { JsonObject } from '../json/json.ts'

/** What vectors are for, in the words of the vendors that speak this dialect, and in the common ones. */
const tasks: Readonly<Record<string, string>> = {
  query: 'RETRIEVAL_QUERY',
  search_query: 'RETRIEVAL_QUERY',
  'retrieval.query': 'RETRIEVAL_QUERY',
  document: 'RETRIEVAL_DOCUMENT',
  passage: 'RETRIEVAL_DOCUMENT',
  search_document: 'RETRIEVAL_DOCUMENT',
  'retrieval.passage': 'RETRIEVAL_DOCUMENT',
  'text-matching': 'SEMANTIC_SIMILARITY',
  classification: 'CLASSIFICATION',
  clustering: 'CLUSTERING',
  separation: 'CLUSTERING',
  'code.query': 'CODE_RETRIEVAL_QUERY',
}

/** The task of a request, under whichever name the client knows it; undefined when it names none we know. */
export const readTask = ({ task, input_type: inputType }: JsonObject): string | undefined => {
  const given = task ?? inputType
  if (typeof given !== 'string') return undefined
  return Object.hasOwn(tasks, given) ? tasks[given] : undefined
}
