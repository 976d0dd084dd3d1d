import { partialDeepStrictEqual } from 'node:assert/strict'
import { type Dialect, dialects, type ModelKind, strictModel } from './strict-channels.ts'
import { strictObject, strictText, strictThought, strictUsage, strictVector } from './strict-question.ts'

/** What clients are asked to do, each against every dialect of an upstream that can do it. */
export type ClientFeature = {
  id: string
  label: string
  /** The function of a program that does it. */
  does: string
  kind: ModelKind | 'unknown'
  upstreams: readonly Dialect[]
  expected: unknown
  /** Packages are called by a program of ours, samples are run as they stand, agents are programs themselves. */
  of: 'package' | 'sample' | 'agent'
}

/** What a program is given to do. */
export type ClientCase = { feature: string; does: string; upstream: Dialect; model: string }

/** A program's line about a case. */
export type ClientLine = { feature: string; upstream: string; seen?: unknown; failure?: string }

export const smallPicture =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const used = { input: strictUsage.input, output: strictUsage.output }
const throughTools = {
  calls: [
    ['weather', { city: 'Rome' }],
    ['weather', { city: 'Oslo' }],
  ],
  text: 'The tools say: sunny in Rome, rain in Oslo.',
}
const thought = { thought: strictThought, text: strictText }
const pictureText = `A picture: image/png, ${Buffer.from(smallPicture, 'base64').length} bytes.`
const beforeStop = strictText.slice(0, strictText.indexOf('gate'))

type Rest = Partial<Pick<ClientFeature, 'does' | 'kind' | 'upstreams' | 'of'>>

const feature = (id: string, label: string, expected: unknown, rest: Rest = {}): ClientFeature => ({
  id,
  label,
  does: id,
  kind: 'model',
  upstreams: dialects,
  expected,
  of: 'package',
  ...rest,
})

export const clientFeatures: readonly ClientFeature[] = [
  feature('plain', 'an answer', { text: strictText, ...used }),
  feature('streamed', 'streamed', { text: strictText, inPieces: true }),
  feature('streamedUsage', 'what a stream used', used, { does: 'streamed' }),
  feature('tools', 'two tools at once and their results', throughTools),
  feature('streamedTools', 'two tools at once, streamed', throughTools),
  feature('picture', 'a picture', { text: pictureText }),
  feature('schema', 'an object of a schema', strictObject),
  feature('reasoning', 'thoughts', thought),
  feature('streamedReasoning', 'thoughts, streamed', thought),
  feature('reasoningTools', 'tools between thoughts', throughTools),
  feature('system', 'a system prompt', { text: 'Told: Be brief.' }),
  feature('limit', 'a limit of tokens', { text: 'Water finds', isCut: true }),
  // Responses know no such words.
  feature('stop', 'words to stop at', { text: beforeStop }, { upstreams: ['chat', 'messages', 'gemini'] }),
  feature(
    'unknownModel',
    'a model that is not there',
    { status: 404 },
    { does: 'refused', kind: 'unknown', upstreams: ['chat'] },
  ),
  feature('wrongKey', 'a wrong key', { status: 401 }, { upstreams: ['chat'] }),
  feature('limited', 'a rate limit', { status: 429 }, { does: 'refused', kind: 'limited' }),
  feature('tooLong', 'too long a prompt', { status: 400 }, { does: 'refused', kind: 'long' }),
  feature('tooLongStream', 'too long a prompt, streamed', { status: 400 }, { does: 'refusedStream', kind: 'long' }),
  feature(
    'models',
    'the list of models',
    dialects.map((dialect) => strictModel(dialect)),
    { upstreams: ['chat'] },
  ),
  feature('vectors', 'embeddings', [strictVector, strictVector], { kind: 'vectors', upstreams: ['chat', 'gemini'] }),
  feature('sample', 'the sample that the console shows, as it stands', { text: strictText }, { of: 'sample' }),
  feature('agentAnswers', 'answers', { text: strictText }, { of: 'agent' }),
  feature('agentActs', 'runs a command and reads what it printed', { text: 'water-in-42' }, { of: 'agent' }),
]

/** All cases but those that a client cannot be given: a feature, a feature at an upstream, or all that a function does. */
export const casesWithout = (of: ClientFeature['of'], cannot: Readonly<Record<string, string>>): ClientCase[] =>
  clientFeatures
    .filter((each) => each.of === of)
    .flatMap(({ id, does, kind, upstreams }) =>
      upstreams
        .filter((upstream) => ![id, does, `${id}/${upstream}`].some((each) => cannot[each] !== undefined))
        .map((upstream) => ({
          feature: id,
          does,
          upstream,
          model: (kind === 'unknown' ? undefined : strictModel(upstream, kind)) ?? 'no-such-model',
        })),
    )

/** Why what a client saw is not what was to be seen; undefined where it is. */
export const faultOf = (
  { feature: id, seen, failure }: ClientLine,
  features: readonly Pick<ClientFeature, 'id' | 'expected'>[] = clientFeatures,
): string | undefined => {
  if (failure !== undefined) return failure
  const expected = features.find((each) => each.id === id)?.expected
  try {
    if (id === 'models') return missing(expected, seen)
    partialDeepStrictEqual(seen, expected)
    return undefined
  } catch {
    return `saw ${JSON.stringify(seen)} instead of ${JSON.stringify(expected)}`
  }
}

const missing = (expected: unknown, seen: unknown): string | undefined => {
  const listed = new Set(Array.isArray(seen) ? seen.map((name) => String(name).replace(/^models\//, '')) : [])
  const absent = [expected].flat().filter((name) => !listed.has(String(name)))
  return absent.length === 0 ? undefined : `the list lacks ${absent.join(', ')}`
}
