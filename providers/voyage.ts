import { textAt } from '#protocols/json/json.ts'
import { readError } from '#protocols/openai-chat/error.ts'
import { readReply as readVectors } from '#protocols/openai-embeddings/reply.ts'
import { readReply } from '#protocols/rerank/reply.ts'
import { compatible } from './compatible.ts'
import type { Dialect } from './dialect.ts'
import type { Provider, Route } from './provider.ts'

const plain = compatible({
  type: 1021,
  name: 'voyage',
  label: 'Voyage AI',
  baseUrl: 'https://api.voyageai.com',
  keyHint: 'pa-…',
  operations: ['embeddings', 'rerank'],
  models:
    'voyage-3.5 voyage-3.5-lite voyage-3-large voyage-code-3 voyage-finance-2 voyage-law-2 rerank-2.5 rerank-2.5-lite ' +
    'rerank-2 rerank-2-lite',
})

/** What a text is for decides how it is read. */
const purposes: Readonly<Record<string, string>> = { RETRIEVAL_QUERY: 'query', RETRIEVAL_DOCUMENT: 'document' }

const voyageEmbeddings: Dialect = {
  kind: 'embeddings',
  name: 'voyage-embeddings',
  upstream: {
    writeRequest: ({ inputs, dimensions, task = '' }, { model }) => ({
      model,
      input: inputs,
      ...(dimensions === undefined ? {} : { output_dimension: dimensions }),
      ...(purposes[task] === undefined ? {} : { input_type: purposes[task] }),
    }),
    readReply: readVectors,
    readError,
  },
}

const voyageRerank: Dialect = {
  kind: 'rerank',
  name: 'voyage-rerank',
  upstream: {
    writeRequest: ({ query, documents, topN, returnDocuments }, { model }) => ({
      model,
      query,
      documents: documents.map((each) =>
        typeof each === 'string' ? each : (textAt(each, 'text') ?? JSON.stringify(each)),
      ),
      ...(topN === undefined ? {} : { top_k: topN }),
      ...(returnDocuments === undefined ? {} : { return_documents: returnDocuments }),
    }),
    readReply,
    readError,
  },
}

/** Vectors and ranks, each with names of its own for what is wanted. */
export const voyage: Provider = {
  ...plain,
  route: (facts, wanted, key): Route => ({
    ...plain.route(facts, wanted, key),
    dialect: wanted.operation === 'rerank' ? voyageRerank : voyageEmbeddings,
  }),
}
