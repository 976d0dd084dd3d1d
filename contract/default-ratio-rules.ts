/** Ratios for names that no table lists: the longest prefix that fits wins. */
const byPrefix = <Otherwise>(ratios: Readonly<Record<string, number>>, otherwise: Otherwise) => {
  const longestFirst = Object.entries(ratios).sort(([one], [other]) => other.length - one.length)
  return (model: string): number | Otherwise =>
    longestFirst.find(([prefix]) => model.startsWith(prefix))?.[1] ?? otherwise
}

const completionByPrefix = byPrefix(
  {
    'gpt-3.5': 4 / 3,
    'gpt-3.5-turbo': 3,
    'gpt-3.5-turbo-1106': 2,
    'gpt-3.5-turbo-16k': 4 / 3,
    'gpt-3.5-turbo-instruct': 4 / 3,
    'gpt-4': 2,
    'gpt-4-turbo': 3,
    'gpt-4-1106': 3,
    'gpt-4-0125': 3,
    'gpt-4.1': 4,
    'gpt-4.5-preview': 2,
    'gpt-4o': 4,
    'gpt-4o-2024-05-13': 3,
    'gpt-4o-gizmo': 3,
    'gpt-5': 8,
    'gpt-5.4': 6,
    'gpt-5.5': 6,
    'gpt-5.6': 6,
    'gpt-5.7': 6,
    'gpt-5.8': 6,
    'gpt-5.9': 6,
    'chatgpt-4o-latest': 3,
    o1: 4,
    o3: 4,
    o4: 4,
    claude: 5,
    'claude-2': 3,
    'claude-instant': 3,
    gemini: 4,
    'gemini-2.5-pro': 8,
    'gemini-2.5-flash': 25 / 3,
    'gemini-2.5-flash-lite': 4,
    'gemini-3': 6,
    mistral: 3,
    'command-r': 3,
    'command-r-plus': 5,
    'command-r-08-2024': 4,
    'command-r-plus-08-2024': 4,
    'deepseek-chat': 2,
    'deepseek-reasoner': 2,
    'deepseek-v4': 2,
    'ERNIE-Speed': 2,
    'ERNIE-Lite': 2,
    'ERNIE-Character': 2,
    'ERNIE-Functions': 2,
    'llama3-8b-8192': 2,
    'llama3-70b-8192': 1.34,
    'grok-3': 5,
    'grok-4': 5,
  },
  1,
)

/** What output costs against input. A name with a maker before it (`maker/model`) is only ever priced by the table. */
export const defaultCompletionRatio = (model: string): number => (model.includes('/') ? 1 : completionByPrefix(model))

/** What input read from a cache costs against fresh input; 1 is no discount. */
export const defaultCacheRatio = byPrefix(
  {
    'gpt-4o': 0.5,
    'gpt-4.5': 0.5,
    'gpt-4.1': 0.25,
    'gpt-5': 0.1,
    'gpt-realtime': 0.1,
    o1: 0.5,
    'o1-pro': 1,
    'o3-mini': 0.5,
    o3: 0.25,
    'o3-pro': 1,
    'o4-mini': 0.25,
    claude: 0.1,
    'claude-2': 1,
    'claude-instant': 1,
    'gemini-1.5': 0.25,
    'gemini-2.0': 0.25,
    'gemini-2.5': 0.1,
    'gemini-3': 0.1,
    'deepseek-chat': 0.02,
    'deepseek-reasoner': 0.02,
    'deepseek-v4': 0.02,
    'grok-3': 0.25,
    'grok-4': 0.25,
    'grok-code-fast': 0.1,
  },
  1,
)

/** What writing into a cache for five minutes costs against fresh input. */
export const defaultCacheCreationRatio = byPrefix(
  { claude: 1.25, 'gpt-5.6': 1.25, 'gpt-6': 1.25, qwen: 1.25, 'MiniMax-M2': 1.25 },
  1,
)

/** The same for an hour. */
export const defaultCacheCreationHourRatio = byPrefix({ claude: 2, 'gpt-5.6': 1.25, 'gpt-6': 1.25, 'kimi-k3': 2 }, 1)

/** What audio input costs against text input; for models that only speak, what their audio costs. */
export const defaultAudioRatio = byPrefix(
  {
    'gpt-4o-audio-preview': 16,
    'gpt-4o-mini-audio-preview': 200 / 3,
    'gpt-audio': 12.8,
    'gpt-audio-mini': 50 / 3,
    'gpt-4o-realtime-preview': 8,
    'gpt-4o-mini-realtime-preview': 50 / 3,
    'gpt-realtime': 8,
    'gpt-realtime-mini': 50 / 3,
    'gpt-realtime-2.1-mini': 50 / 3,
    'gpt-4o-transcribe': 2.4,
    'gpt-4o-mini-transcribe': 2.4,
    'gpt-4o-mini-tts': 20,
    'gemini-2.5-flash-preview-tts': 20,
    'gemini-2.5-pro-preview-tts': 20,
    'gemini-2.0-flash-lite': 1,
    'gemini-2.0-flash': 7,
    'gemini-2.5-flash': 10 / 3,
    'gemini-2.5-flash-lite': 3,
    'gemini-2.5-flash-native-audio': 6,
    'gemini-live-2.5-flash': 6,
    'gemini-3.1-flash-live': 4,
    'gemini-3-flash': 2,
    'gemini-3.1-flash-lite': 2,
    'gemini-3.8-live': 4,
    'gemini-embedding-2': 32.5,
  },
  1,
)

/** What audio output costs against audio input; undefined: what keeps it from costing less than text does. */
const defaultAudioCompletionRatio = byPrefix(
  {
    'gpt-4o-audio-preview': 2,
    'gpt-4o-mini-audio-preview': 2,
    'gpt-audio': 2,
    'gpt-4o-realtime-preview': 2,
    'gpt-4o-mini-realtime-preview': 2,
    'gpt-realtime': 2,
    'gemini-2.5-flash-native-audio': 4,
    'gemini-live-2.5-flash': 4,
    'gemini-3.1-flash-live': 4,
    'gemini-3.8-live': 4,
    'tts-1': 0,
  },
  undefined,
)

/** The same of any model: where nothing tells, what keeps it from costing less than text does. */
export const assumedAudioCompletionRatio = (
  model: string,
  { completionRatio, audioRatio }: { completionRatio: number; audioRatio: number },
): number =>
  defaultAudioCompletionRatio(model) ??
  (audioRatio === 0 ? 1 : Math.max(1, Number((completionRatio / audioRatio).toPrecision(12))))

/** What image input costs against text input. */
export const defaultImageRatio = byPrefix(
  {
    'gpt-image-1': 2,
    'gpt-image-1-mini': 1.25,
    'gpt-image-1.5': 1.6,
    'gpt-image-2': 1.6,
    'gemini-2.5-flash-native-audio': 6,
    'gemini-live-2.5-flash': 6,
    'gemini-3.1-flash-live': 4 / 3,
  },
  1,
)

/** What image output costs against text input, for models that answer with both; undefined: as any output. */
export const defaultImageCompletionRatio = byPrefix(
  {
    'gemini-3-pro-image': 60,
    'gemini-3.1-flash-image': 120,
    'gemini-3.1-flash-lite-image': 120,
    'gemini-2.5-flash-image': 100,
  },
  undefined,
)

/** Families whose members are too many to list are priced under one name. */
const families: readonly (readonly [RegExp, string])[] = [
  [/^gpt-4-gizmo/, 'gpt-4-gizmo-*'],
  [/^gpt-4o-gizmo/, 'gpt-4o-gizmo-*'],
  [/^gemini-2\.5-flash-lite.*-thinking-\d+$/, 'gemini-2.5-flash-lite-thinking-*'],
  [/^gemini-2\.5-flash.*-thinking-\d+$/, 'gemini-2.5-flash-thinking-*'],
  [/^gemini-2\.5-pro.*-thinking-\d+$/, 'gemini-2.5-pro-thinking-*'],
]

/** The name a model is priced by. Every call asks, and nearly no model is of a family. */
export const pricingName = (model: string): string =>
  model.includes('-gizmo') || model.includes('-thinking-')
    ? (families.find(([pattern]) => pattern.test(model))?.[1] ?? model)
    : model
