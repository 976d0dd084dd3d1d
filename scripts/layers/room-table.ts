/** Which of their neighbours the rooms of a house may import. */
export type House = {
  folder: string
  /** From the ground up: a room may import only such as stand above it here, so none of them can stand in a circle. */
  rooms: Readonly<Record<string, readonly string[]>>
  /** What the files beside the rooms may import of them. */
  beside: readonly string[]
  /** Those of them that put the rooms together, and may import all. */
  holders: readonly string[]
}

/** Any room that has no row of its own. */
export const anyOther = '*'

const values = ['json', 'counting', 'events']
const chat = ['openai-chat', ...values]

/** The table of docs/architecture.md, of the rooms within the layers. */
export const houses: readonly House[] = [
  {
    folder: 'server/domain',
    rooms: {
      words: [],
      counting: [],
      'failed-calls': [],
      memory: [],
      'own-batches': [],
      money: [],
      tasks: ['money'],
      wallet: ['money'],
      messages: ['money'],
      channels: ['words', 'money', 'messages'],
      people: ['money', 'wallet', 'messages'],
    },
    beside: [],
    holders: ['domain.ts', 'open-domain.ts'],
  },
  {
    folder: 'server/db',
    rooms: { migrations: [], logs: [], settling: [], sqlite: ['settling'], postgres: ['settling'] },
    beside: [],
    holders: ['data-folder.ts', 'database.ts', 'invariants.ts', 'migrate.ts', 'open.ts'],
  },
  {
    folder: 'server/relay',
    rooms: { 'answer-search': [], memory: [], files: [], realtime: [], stored: ['memory'] },
    beside: ['answer-search', 'memory', 'files', 'realtime', 'stored'],
    holders: [],
  },
  {
    folder: 'server/tasks',
    rooms: { batches: [], videos: ['batches'] },
    beside: [],
    holders: ['poll.ts', 'tasks.ts'],
  },
  { folder: 'server/lib', rooms: { inbound: [], outbound: [] }, beside: [], holders: [] },
  {
    folder: 'protocols',
    rooms: {
      json: [],
      counting: ['json'],
      events: [],
      'openai-chat': values,
      'anthropic-messages': values,
      'gemini-generate': chat,
      [anyOther]: chat,
      'openai-embeddings': chat,
      'openai-responses': chat,
      rerank: chat,
      'cohere-rerank': ['rerank', ...chat],
      'cohere-embeddings': ['cohere-rerank', ...chat],
      'gemini-embeddings': ['gemini-generate', 'openai-embeddings', ...chat],
      'gemini-live': ['gemini-generate', ...chat],
      'ollama-chat': chat,
      'ollama-embeddings': ['ollama-chat', ...chat],
      'ollama-generate': ['ollama-chat', ...chat],
      'openai-realtime': ['openai-responses', ...chat],
      batches: ['anthropic-messages', 'gemini-generate', ...chat],
    },
    beside: values,
    holders: ['answer-beginning.ts', 'conversations.ts', 'index.ts', 'task-dialect.ts', 'video-platform.ts'],
  },
]
