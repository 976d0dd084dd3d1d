/** A client as its users get it: which packages, and the program of ours that uses it. */
export type Client = {
  id: string
  label: string
  language: 'python' | 'node'
  /** A package that is called by a program of ours, unless it is a program itself; what it is asked for may finish later. */
  of?: 'agent' | 'later'
  /** The first is the one whose version is told. */
  packages: readonly string[]
  /** What it asks for and does without here: packages of gigabytes, to run models of its own. */
  without?: readonly string[]
  program: string
  words?: readonly string[]
  /** The sample that the console shows for it; it is run as it stands. */
  sample?: string
  /** What it cannot be asked for by its own design, and why: a feature, or a feature at an upstream (`reasoning/responses`). */
  cannot?: Readonly<Record<string, string>>
}

const noStop = 'this dialect has no words to stop at'
const noList = 'it has no list of models'
const notTried = 'not tried'
const noVectors = 'it has no embeddings'
const unread = 'it does not read the thoughts of a chat that are told as most vendors tell them'
const unknownToIt = 'it puts this into words of the user, for models that its own table does not know'
const onlyKnown = 'it asks models to think whose names it knows'
const litellmThinks = Object.fromEntries(
  ['chat', 'responses', 'gemini'].flatMap((dialect) =>
    ['reasoning', 'streamedReasoning', 'reasoningTools'].map((feature) => [`${feature}/${dialect}`, onlyKnown]),
  ),
)
const thinksOnlyKnown = Object.fromEntries(
  ['chat', 'messages', 'gemini'].flatMap((dialect) => [
    [`reasoning/${dialect}`, onlyKnown],
    [`streamedReasoning/${dialect}`, onlyKnown],
  ]),
)
const twice = 'it tells a streamed summary twice'
const ownSum = 'it adds the first event to the last, which tells all of it'
const noSummary = 'a summary of thoughts is told to those who ask for one, and chat has no word for that'
const chatCannot = { 'reasoning/responses': noSummary, 'streamedReasoning/responses': noSummary }

const noThoughts = 'it asks no model to think'

const noStream = 'a refused stream looks like a refused answer'
const aiSdk = ['ai', '@ai-sdk/openai', '@ai-sdk/anthropic', '@ai-sdk/google', '@openrouter/ai-sdk-provider', 'zod']
const langchain = ['langchain', '@langchain/core', '@langchain/openai', '@langchain/anthropic', 'zod']

const others =
  'plain streamed tools streamedTools picture reasoning streamedReasoning reasoningTools system limit stop refusedStream models vectors'
const onlyObjects = Object.fromEntries(
  others.split(' ').map((name) => [name, 'not tried: what it adds to its client is objects of a schema']),
)

const firstEvent =
  'it reads what was read from the first event, which is told before an upstream of another dialect says it'
const continueCannot = {
  schema: 'it asks for no objects of a schema',
  reasoning: noThoughts,
  streamedReasoning: noThoughts,
  reasoningTools: noThoughts,
}
const continueCannotWith: Readonly<Record<string, Client['cannot']>> = {
  anthropic: {
    ...Object.fromEntries(['chat', 'responses', 'gemini'].map((dialect) => [`streamedUsage/${dialect}`, firstEvent])),
    tools: 'it reads calls of streams alone',
    limit: 'it says of every answer that it came to its end',
    refused: 'it reads a refusal as an answer',
    refusedStream: 'it tells the words of a refusal and no status',
    wrongKey: 'it reads a refusal as an answer',
    models: noList,
    vectors: noVectors,
  },
  azure: { streamedUsage: 'it asks no stream what it used' },
}

const noFilms = 'it has no films'
const notHere = 'its batches are not done here'

const openWebui = {
  language: 'python',
  packages: ['open-webui'],
  without: [
    'accelerate',
    'faster-whisper',
    'opencv-python-headless',
    'rapidocr',
    'sentence-transformers',
    'transformers',
  ],
  program: 'open_webui_chats.py',
} as const
const ownRefusal = 'what its list of models lacks it refuses by itself'

/** One for each way in which a package can be used; those of the same packages share a folder. */
export const clients: readonly Client[] = [
  {
    id: 'openai-python',
    label: 'openai, chat',
    language: 'python',
    packages: ['openai'],
    program: 'openai_chat.py',
    sample: 'openai-python',
    cannot: chatCannot,
  },
  {
    id: 'openai-python-responses',
    label: 'openai, Responses',
    language: 'python',
    packages: ['openai'],
    program: 'openai_responses.py',
    cannot: { stop: noStop },
  },
  {
    id: 'anthropic-python',
    label: 'anthropic',
    language: 'python',
    packages: ['anthropic'],
    program: 'anthropic_messages.py',
    sample: 'anthropic-python',
    cannot: { vectors: noVectors },
  },
  {
    id: 'google-python',
    label: 'google-genai',
    language: 'python',
    packages: ['google-genai'],
    program: 'google_contents.py',
    sample: 'google-python',
  },
  {
    id: 'ollama-python',
    label: 'ollama',
    language: 'python',
    packages: ['ollama'],
    program: 'ollama_chat.py',
    sample: 'ollama-python',
  },
  {
    id: 'langchain-openai',
    label: 'langchain-openai, chat',
    language: 'python',
    packages: ['langchain-openai'],
    program: 'langchain_openai_chat.py',
    words: ['chat'],
    sample: 'langchain',
    cannot: { reasoning: unread, streamedReasoning: unread, models: noList },
  },
  {
    id: 'langchain-openai-responses',
    label: 'langchain-openai, Responses',
    language: 'python',
    packages: ['langchain-openai'],
    program: 'langchain_openai_chat.py',
    words: ['responses'],
    cannot: { stop: noStop, models: noList },
  },
  {
    id: 'langchain-anthropic',
    label: 'langchain-anthropic',
    language: 'python',
    packages: ['langchain-anthropic'],
    program: 'langchain_anthropic_chat.py',
    cannot: { models: noList, vectors: noVectors },
  },
  {
    id: 'pydantic-ai-chat',
    label: 'pydantic-ai, chat',
    language: 'python',
    packages: ['pydantic-ai-slim[openai,anthropic,google]'],
    program: 'pydantic_ai_agents.py',
    words: ['chat'],
    sample: 'pydantic-ai',
    cannot: { ...chatCannot, refusedStream: noStream, models: noList, vectors: notTried },
  },
  {
    id: 'pydantic-ai-responses',
    label: 'pydantic-ai, Responses',
    language: 'python',
    packages: ['pydantic-ai-slim[openai,anthropic,google]'],
    program: 'pydantic_ai_agents.py',
    words: ['responses'],
    cannot: { stop: noStop, refusedStream: noStream, models: noList, vectors: notTried },
  },
  {
    id: 'pydantic-ai-anthropic',
    label: 'pydantic-ai, Anthropic',
    language: 'python',
    packages: ['pydantic-ai-slim[openai,anthropic,google]'],
    program: 'pydantic_ai_agents.py',
    words: ['anthropic'],
    cannot: { refusedStream: noStream, models: noList, vectors: notTried },
  },
  {
    id: 'pydantic-ai-google',
    label: 'pydantic-ai, Google',
    language: 'python',
    packages: ['pydantic-ai-slim[openai,anthropic,google]'],
    program: 'pydantic_ai_agents.py',
    words: ['google'],
    cannot: { refusedStream: noStream, models: noList, vectors: notTried },
  },
  {
    id: 'instructor-tools',
    label: 'instructor, tools',
    language: 'python',
    packages: ['instructor', 'anthropic'],
    program: 'instructor_chat.py',
    words: ['tools'],
    cannot: onlyObjects,
  },
  {
    id: 'instructor-json',
    label: 'instructor, JSON schema',
    language: 'python',
    packages: ['instructor', 'anthropic'],
    program: 'instructor_chat.py',
    words: ['json'],
    cannot: onlyObjects,
  },
  {
    id: 'instructor-anthropic',
    label: 'instructor, Anthropic',
    language: 'python',
    packages: ['instructor', 'anthropic'],
    program: 'instructor_chat.py',
    words: ['anthropic'],
    cannot: onlyObjects,
  },
  {
    id: 'litellm-openai',
    label: 'litellm, OpenAI',
    language: 'python',
    packages: ['litellm'],
    program: 'litellm_completion.py',
    words: ['openai'],
    sample: 'litellm',
    cannot: { ...chatCannot, models: notTried },
  },
  {
    id: 'litellm-anthropic',
    label: 'litellm, Anthropic',
    language: 'python',
    packages: ['litellm'],
    program: 'litellm_completion.py',
    words: ['anthropic'],
    cannot: { ...litellmThinks, models: notTried, vectors: noVectors },
  },
  {
    id: 'litellm-gemini',
    label: 'litellm, Gemini',
    language: 'python',
    packages: ['litellm'],
    program: 'litellm_completion.py',
    words: ['gemini'],
    cannot: {
      models: notTried,
      ...Object.fromEntries(
        ['chat', 'responses', 'messages'].flatMap((dialect) => [
          [`system/${dialect}`, unknownToIt],
          [`schema/${dialect}`, unknownToIt],
        ]),
      ),
    },
  },
  {
    id: 'openai-node',
    label: 'openai, chat',
    language: 'node',
    packages: ['openai'],
    program: 'openai-chat.mjs',
    sample: 'openai-node',
    cannot: chatCannot,
  },
  {
    id: 'openai-node-azure',
    label: 'openai, its class for Azure',
    language: 'node',
    packages: ['openai'],
    program: 'openai-chat.mjs',
    words: ['azure'],
    sample: 'azure-node',
    cannot: chatCannot,
  },
  {
    id: 'openai-node-responses',
    label: 'openai, Responses',
    language: 'node',
    packages: ['openai'],
    program: 'openai-responses.mjs',
    cannot: { stop: noStop },
  },
  {
    id: 'anthropic-node',
    label: '@anthropic-ai/sdk',
    language: 'node',
    packages: ['@anthropic-ai/sdk'],
    program: 'anthropic-messages.mjs',
    sample: 'anthropic-node',
    cannot: { vectors: noVectors },
  },
  {
    id: 'google-node',
    label: '@google/genai',
    language: 'node',
    packages: ['@google/genai'],
    program: 'google-contents.mjs',
    sample: 'google-node',
  },
  {
    id: 'ollama-node',
    label: 'ollama',
    language: 'node',
    packages: ['ollama'],
    program: 'ollama-chat.mjs',
  },
  {
    id: 'ai-sdk-chat',
    label: 'ai, @ai-sdk/openai, chat',
    language: 'node',
    packages: aiSdk,
    program: 'ai-sdk.mjs',
    words: ['chat'],
    sample: 'ai-sdk',
    cannot: { reasoning: unread, streamedReasoning: unread, models: noList },
  },
  {
    id: 'ai-sdk-responses',
    label: 'ai, @ai-sdk/openai, Responses',
    language: 'node',
    packages: aiSdk,
    program: 'ai-sdk.mjs',
    words: ['responses'],
    cannot: { stop: noStop, models: noList },
  },
  {
    id: 'ai-sdk-anthropic',
    label: 'ai, @ai-sdk/anthropic',
    language: 'node',
    packages: aiSdk,
    program: 'ai-sdk.mjs',
    words: ['anthropic'],
    cannot: { models: noList, vectors: noVectors },
  },
  {
    id: 'ai-sdk-google',
    label: 'ai, @ai-sdk/google',
    language: 'node',
    packages: aiSdk,
    program: 'ai-sdk.mjs',
    words: ['google'],
    cannot: { models: noList },
  },
  {
    id: 'ai-sdk-router',
    label: 'ai, @openrouter/ai-sdk-provider',
    language: 'node',
    packages: aiSdk,
    program: 'ai-sdk.mjs',
    words: ['router'],
    cannot: { 'reasoning/chat': unread, 'streamedReasoning/chat': unread, models: noList },
  },
  {
    id: 'langchain-node-chat',
    label: 'langchain, @langchain/openai, chat',
    language: 'node',
    packages: langchain,
    program: 'langchain.mjs',
    words: ['chat'],
    sample: 'langchain-node',
    cannot: { reasoning: unread, streamedReasoning: unread, models: noList },
  },
  {
    id: 'langchain-node-responses',
    label: 'langchain, @langchain/openai, Responses',
    language: 'node',
    packages: langchain,
    program: 'langchain.mjs',
    words: ['responses'],
    cannot: { ...thinksOnlyKnown, 'streamedReasoning/responses': twice, stop: noStop, models: noList },
  },
  {
    id: 'langchain-node-anthropic',
    label: 'langchain, @langchain/anthropic',
    language: 'node',
    packages: langchain,
    program: 'langchain.mjs',
    words: ['anthropic'],
    cannot: { streamedUsage: ownSum, models: noList, vectors: noVectors },
  },
  ...['openai', 'anthropic', 'azure', 'ollama', 'openrouter'].map(
    (provider): Client => ({
      id: provider === 'openai' ? 'continue' : `continue-${provider}`,
      label: `Continue, @continuedev/openai-adapters, its provider ${provider}`,
      language: 'node',
      packages: ['@continuedev/openai-adapters'],
      program: 'continue.mjs',
      words: [provider],
      cannot: { ...continueCannot, ...continueCannotWith[provider] },
    }),
  ),
  {
    ...openWebui,
    id: 'open-webui',
    label: 'Open WebUI, its connection to OpenAI',
    words: ['openai'],
    cannot: { ...chatCannot, unknownModel: ownRefusal },
  },
  {
    ...openWebui,
    id: 'open-webui-ollama',
    label: 'Open WebUI, its connection to Ollama',
    words: ['ollama'],
    cannot: { unknownModel: ownRefusal, wrongKey: 'it tells any refusal of a connection as a fault of its own' },
  },
  {
    id: 'claude-code',
    label: 'Claude Code',
    language: 'node',
    of: 'agent',
    packages: ['@anthropic-ai/claude-code'],
    program: 'agents.mjs',
    words: ['claude-code'],
    sample: 'claude-code',
  },
  {
    id: 'codex',
    label: 'Codex',
    language: 'node',
    of: 'agent',
    packages: ['@openai/codex'],
    program: 'agents.mjs',
    words: ['codex'],
    sample: 'codex',
  },
  {
    id: 'gemini-cli',
    label: 'Gemini CLI',
    language: 'node',
    of: 'agent',
    packages: ['@google/gemini-cli'],
    program: 'agents.mjs',
    words: ['gemini-cli'],
    sample: 'gemini-cli',
  },
  {
    id: 'opencode',
    label: 'opencode',
    language: 'node',
    of: 'agent',
    packages: ['opencode-ai'],
    program: 'agents.mjs',
    words: ['opencode'],
    sample: 'opencode',
  },
  {
    id: 'openai-python-later',
    label: 'openai',
    language: 'python',
    of: 'later',
    packages: ['openai'],
    program: 'openai_later.py',
    cannot: { batchOfFile: 'its batches are always of a file' },
  },
  {
    id: 'anthropic-python-later',
    label: 'anthropic',
    language: 'python',
    of: 'later',
    packages: ['anthropic'],
    program: 'anthropic_later.py',
    cannot: {
      files: 'its batches need none',
      batchOfFile: 'its batches stand in their request',
      film: noFilms,
      films: noFilms,
    },
  },
  {
    id: 'google-python-later',
    label: 'google-genai',
    language: 'python',
    of: 'later',
    packages: ['google-genai'],
    program: 'google_later.py',
    cannot: {
      'files/here': notHere,
      'batch/here': notHere,
      'cancelled/here': notHere,
      films: 'its films are neither listed, remade nor deleted',
    },
  },
]
