import type { ReasoningWish } from '../chat.ts'

export type Effort = NonNullable<ReasoningWish['effort']>

/** What a model of this dialect allows and refuses, as far as a request depends on it. */
export type ModelCapabilities = {
  /** The most output tokens it writes; undefined: unknown. */
  maximumOutput: number | undefined
  /** `budget`: thinks within a number of tokens; `adaptive`: decides itself, guided by an effort. */
  thinking: 'none' | 'budget' | 'adaptive'
  thinksUnasked: boolean
  /** How thinking is switched off; undefined: it cannot be. */
  off: 'disabled' | 'between_tools' | undefined
  /** The efforts it knows, lowest first. */
  efforts: readonly Effort[]
  /** Whether temperature and top_p may be given: both, one of them, or neither (nor top_k). */
  sampling: 'both' | 'one' | 'none'
  /** Whether it holds itself to a JSON schema (`output_config.format`, strict tools). */
  structuredOutput: boolean
  /** Whether it can be made to use a tool. */
  forcedTools: boolean
}

/** What is known of a model by its name, however a cloud or a reseller spells it. */
export const capabilitiesOf = (model: string): ModelCapabilities => {
  const name = model.toLowerCase()
  return name.includes('claude') ? (generationOf(name)?.capabilities ?? newest) : otherVendors
}

/** Whether a model stands in the table: what others are taken for is a guess. */
export const isKnownModel = (model: string): boolean => generationOf(model.toLowerCase()) !== undefined

const generationOf = (name: string): Row | undefined => {
  const found = namePattern.exec(name)
  const family = found?.[1] ?? found?.[6]
  if (found === null || family === undefined) return undefined
  const version = Number(found[2] ?? found[4]) * 100 + Number(found[3] ?? found[5] ?? 0)
  return generations.find((row) => row.family === family && version >= row.since)
}

/** `claude-opus-4-5-20251101`, `anthropic/claude-opus-4.5`, `claude-opus-4@20250514`, `claude-3-5-sonnet-20241022`. */
const namePattern =
  /claude-(?:(opus|sonnet|haiku|fable|mythos)-(\d)(?:[-.](\d)(?!\d))?|(\d)(?:[-.](\d))?-(opus|sonnet|haiku))/

const allEfforts: readonly Effort[] = ['low', 'medium', 'high', 'xhigh', 'max']

const adaptive: ModelCapabilities = {
  maximumOutput: 128_000,
  thinking: 'adaptive',
  thinksUnasked: false,
  off: 'disabled',
  efforts: allEfforts,
  sampling: 'none',
  structuredOutput: true,
  forcedTools: true,
}
const thinksUnasked: ModelCapabilities = { ...adaptive, thinksUnasked: true }
const thinksAlways: ModelCapabilities = { ...thinksUnasked, off: undefined }
const firstAdaptive: ModelCapabilities = { ...adaptive, efforts: ['low', 'medium', 'high', 'max'], sampling: 'one' }

const budget: ModelCapabilities = {
  maximumOutput: 64_000,
  thinking: 'budget',
  thinksUnasked: false,
  off: 'disabled',
  efforts: [],
  sampling: 'both',
  structuredOutput: false,
  forcedTools: true,
}
const structuredBudget: ModelCapabilities = { ...budget, sampling: 'one', structuredOutput: true }
const plain: ModelCapabilities = { ...budget, maximumOutput: 4096, thinking: 'none', off: undefined }

/** A name that is not in the table yet is taken for a coming model: it is asked for nothing the newest ones refuse. */
const newest = thinksAlways

/** Models of others behind this dialect keep to its older ways. */
const otherVendors: ModelCapabilities = { ...budget, maximumOutput: undefined }

type Row = { family: string; since: number; capabilities: ModelCapabilities }

/** Newest first in each family; 405 stands for version 4.5. */
const generations: readonly Row[] = [
  { family: 'fable', since: 501, capabilities: { ...thinksAlways, forcedTools: false } },
  { family: 'fable', since: 500, capabilities: thinksAlways },
  { family: 'mythos', since: 501, capabilities: { ...thinksAlways, forcedTools: false } },
  { family: 'mythos', since: 500, capabilities: thinksAlways },
  { family: 'opus', since: 505, capabilities: { ...thinksAlways, forcedTools: false } },
  { family: 'opus', since: 500, capabilities: thinksUnasked },
  { family: 'opus', since: 407, capabilities: adaptive },
  { family: 'opus', since: 406, capabilities: firstAdaptive },
  { family: 'opus', since: 405, capabilities: { ...structuredBudget, efforts: ['low', 'medium', 'high'] } },
  { family: 'opus', since: 400, capabilities: { ...budget, maximumOutput: 32_000 } },
  { family: 'opus', since: 300, capabilities: plain },
  { family: 'sonnet', since: 505, capabilities: { ...thinksUnasked, off: 'between_tools', forcedTools: false } },
  { family: 'sonnet', since: 500, capabilities: thinksUnasked },
  { family: 'sonnet', since: 406, capabilities: firstAdaptive },
  { family: 'sonnet', since: 405, capabilities: structuredBudget },
  { family: 'sonnet', since: 307, capabilities: budget },
  { family: 'sonnet', since: 305, capabilities: { ...plain, maximumOutput: 8192 } },
  { family: 'sonnet', since: 300, capabilities: plain },
  { family: 'haiku', since: 505, capabilities: thinksUnasked },
  { family: 'haiku', since: 405, capabilities: structuredBudget },
  { family: 'haiku', since: 305, capabilities: { ...plain, maximumOutput: 8192 } },
  { family: 'haiku', since: 300, capabilities: plain },
]
