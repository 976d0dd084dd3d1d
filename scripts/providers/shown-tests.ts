import type { Provider } from '#providers/provider.ts'

/** A test by its file and its title, as it stands there. */
export type ShowingTest = { file: string; title: string }

type Column = {
  title: string
  /** Whether there is anything to show of a provider. */
  concerns: (provider: Provider) => boolean
  /** What goes through all providers that it concerns, by the registry. */
  usually?: ShowingTest
  /** What shows it of others, by name. */
  but?: Readonly<Record<string, ShowingTest>>
}

const converses = ({ operations }: Provider): boolean => operations.has('chat')
const test = (file: string, title: string): ShowingTest => ({ file, title })

const matrix = 'providers/provider-matrix.test.ts'
const answers = test(matrix, '%s answers whole and streamed in every dialect, and is charged as it tells')
const refuses = test(matrix, '%s refuses in the words of every dialect, for nothing')
const orders = 'providers/compatible.test.ts'
const voyage = 'providers/voyage.test.ts'

/** Whose key is no word in a header: each against a signature that was published, or was worked out otherwise. */
const authentication: Readonly<Record<string, ShowingTest>> = {
  baidu: test('providers/baidu.test.ts', 'exchanges its key once for all calls'),
  bedrock: test('providers/aws-signature.test.ts', 'signs a request as the service itself would'),
  hunyuan: test('providers/hunyuan.test.ts', 'signs as published'),
  'sap-ai-core': test(
    'providers/exchanged-keys.test.ts',
    'is exchanged once for calls at once and after each other, and again before the token ends',
  ),
  vertex: test('providers/vertex.test.ts', 'is told by a token that a signed assertion is exchanged for'),
  watsonx: test(
    'providers/exchanged-keys.test.ts',
    'is exchanged once for calls at once and after each other, and again before the token ends',
  ),
  xunfei: test('providers/xunfei.test.ts', 'carry a signature that follows from key, host, path and time alone'),
  'zhipu-v3': test(
    'providers/zhipu-v3.test.ts',
    'signs a token that follows from the key and the time alone, as published',
  ),
}

/** Of those that hold no conversations. */
const others: Readonly<Record<string, ShowingTest>> = {
  jina: test(orders, 'are asked without what they do not know'),
  m3e: test(orders, 'may have no version in their address'),
  voyage: test(voyage, 'embeds texts, in the form that was asked for'),
  'midjourney-proxy': test(
    'server/tasks/drawings.test.ts',
    'is charged when it is taken, told as it comes along, and stays charged when it is done',
  ),
  'midjourney-proxy-plus': test(
    'server/tasks/drawings.test.ts',
    'is charged when it is taken, told as it comes along, and stays charged when it is done',
  ),
  'suno-api': test(
    'server/tasks/songs.test.ts',
    'is charged when it is taken, told as it comes along, and stays charged when it is done',
  ),
}

const painted = test('providers/pictures.test.ts', 'are made by %s as its vendor makes them, and told as any others')
const painting: Readonly<Record<string, ShowingTest>> = {
  gemini: painted,
  vertex: painted,
  minimax: painted,
  'minimax-international': painted,
  siliconflow: painted,
  dashscope: test(
    'providers/dashscope-pictures.test.ts',
    'is handed in to the letter, asked about until it is done, and paid by the piece',
  ),
}

const speaking: Readonly<Record<string, ShowingTest>> = {
  minimax: test('providers/pictures.test.ts', 'is asked for in its words, told as sound, and paid by the character'),
  dashscope: test('providers/dashscope-speech.test.ts', 'is talked about to the letter, and its sound alone is told'),
}

const inOneForm = test(
  'server/relay/one-shape.test.ts',
  'of type %i are not asked for letters, which are made of what they give',
)
const embedding: Readonly<Record<string, ShowingTest>> = {
  minimax: test('providers/pictures.test.ts', 'are asked for by texts, and counted as it tells'),
  cohere: test(
    'providers/cohere.test.ts',
    'embeds texts for the purpose that the client names, and is paid by the word',
  ),
  ollama: test('providers/ollama.test.ts', 'embeds each text in a vector of its own'),
  baidu: test('providers/baidu.test.ts', 'embeds texts at a place of its own'),
  hunyuan: test('providers/hunyuan.test.ts', 'shows pictures and embeds texts under the vendor’s names'),
  gemini: test('providers/gemini.test.ts', 'name the model in each of several asks'),
  vertex: test('providers/vertex.test.ts', 'are asked as predictions, one instance for each text'),
  voyage: test(voyage, 'embeds texts, in the form that was asked for'),
  zhipu: inOneForm,
  mistral: inOneForm,
  volcengine: inOneForm,
  qianfan: inOneForm,
  dashscope: inOneForm,
}

/** What is asked for in words of a vendor's own. */
const own = (title: string, shown: Readonly<Record<string, ShowingTest>>): Column => ({
  title,
  concerns: ({ name }) => Object.hasOwn(shown, name),
  but: shown,
})

export const columns: readonly Column[] = [
  { title: 'Key', concerns: () => true, usually: answers, but: { ...others, ...authentication } },
  { title: 'Chat', concerns: converses, usually: answers },
  { title: 'Stream', concerns: converses, usually: answers },
  {
    title: 'Tools',
    concerns: converses,
    usually: test(matrix, '%s calls tools in every dialect, or says that it has none'),
  },
  {
    title: 'Pictures',
    concerns: converses,
    usually: test(matrix, '%s is shown pictures in every dialect, or says that it sees none'),
  },
  { title: 'Usage', concerns: () => true, usually: answers, but: others },
  { title: 'Error', concerns: converses, usually: refuses },
  {
    title: 'List',
    concerns: ({ modelList }) => modelList !== undefined,
    usually: test('providers/listing.test.ts', 'are listed by %s'),
    but: {
      bedrock: test('providers/bedrock.test.ts', 'is asked of the service in a signed call'),
      custom: test('providers/listing.test.ts', 'are listed beside a custom address of conversations'),
    },
  },
  {
    title: 'Balance',
    concerns: ({ balance }) => balance !== undefined,
    usually: test('providers/listing.test.ts', 'is told by %s'),
    but: { 'aiproxy-library': test('providers/knowledge-library.test.ts', 'tells its balance') },
  },
  own('Own words for pictures', painting),
  own('For speech', speaking),
  own('For vectors', embedding),
]

export const testOf = ({ concerns, usually, but }: Column, provider: Provider): ShowingTest | undefined =>
  concerns(provider) ? (but?.[provider.name] ?? usually) : undefined
