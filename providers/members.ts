import type { ToolKind } from '#pricing/usage.ts'
import { isObject, type JsonObject, objectAt, textAt } from '#protocols/json/json.ts'
import { plainName } from '#protocols/json/plain-name.ts'
import { toolsIn } from '#protocols/offered-tools.ts'
import type { Dialect } from './dialect.ts'

/**
 * What a member of a request means besides what is asked: whether it may choose who answers, or makes an answer dearer.
 * Members that nobody here knows pass; those that are known to do so pass only where a rule says what they cost.
 */
export type Ruling =
  | 'passes'
  | 'refused'
  /** All of the call costs so many times its price; `told`: the same by the words in which answers tell it. */
  | { times: number; told?: Readonly<Record<string, number>> }
  /** One use of a tool that has a price: where answers do not tell how often it was used. */
  | { tool: ToolKind }
  /** These, by the names that clients know: each must be open to the caller. `mayAnswer`: in place of the one asked. */
  | { models: readonly string[]; mayAnswer: boolean }

/** `model`: as the vendor knows it. */
export type MemberRule = (value: unknown, model: string) => Ruling

/** By plain names: what reads a body may look past capitals and underscores. */
export type MemberRules = Readonly<Record<string, MemberRule>>

/** Says nothing, or no; a form says it in words. */
export const isOff = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === false ||
  value === 0 ||
  value === '' ||
  value === 'false' ||
  value === '0' ||
  (Array.isArray(value) && value.length === 0) ||
  (isObject(value) && Object.keys(value).length === 0)

export const unlessOff: MemberRule = (value) => (isOff(value) ? 'passes' : 'refused')

/** One of these words passes, in whatever case. */
export const onlyWords =
  (...words: readonly string[]): MemberRule =>
  (value) =>
    isOff(value) || (typeof value === 'string' && words.includes(value.toLowerCase())) ? 'passes' : 'refused'

/** A switch of the vendor's own search, whose answers do not tell how often it searched. */
const search: MemberRule = (value) => {
  if (isOff(value)) return 'passes'
  const { enable, enabled, mode } = isObject(value) ? value : {}
  return enable === false || enabled === false || mode === 'off' ? 'passes' : { tool: 'web_search' }
}

export const passes: MemberRule = () => 'passes'

/** What only says the same again. */
const sameModel: MemberRule = (value, model) => (isOff(value) || value === model ? 'passes' : 'refused')

/** In other dialects it is how fast a voice speaks: a number. */
const speed: MemberRule = (value) =>
  typeof value === 'number' || Number(value) > 0 ? 'passes' : onlyWords('standard', 'normal')(value, '')

/** Whatever stands in it is read as if it stood in the body: only what is known to be about thinking passes. */
const nestedBody: MemberRule = (value) => {
  if (isOff(value)) return 'passes'
  if (!isObject(value) || Object.keys(value).some((name) => name !== 'google')) return 'refused'
  const names = Object.keys(objectAt(value, 'google') ?? { other: true })
  return names.every((name) => name === 'thinking_config' || name === 'thought_tag_marker') ? 'passes' : 'refused'
}

/** Where a cloud chooses the model by itself. */
const generation: MemberRule = (value) =>
  isObject(value) && Object.entries(value).some(([name, wish]) => routingNames.has(plainName(name)) && !isOff(wish))
    ? 'refused'
    : 'passes'

const routingNames = new Set(['routingconfig', 'modelconfig', 'modelselectionconfig'])

/**
 * What a vendor is taken to do that says nothing else: the union of what is known of all of them, as behind an address
 * that an operator gives may stand any other gateway.
 */
export const usualRules: MemberRules = {
  // Who answers.
  models: unlessOff,
  modellist: unlessOff,
  modelname: sameModel,
  modelid: sameModel,
  engine: sameModel,
  deployment: sameModel,
  deploymentid: sameModel,
  fallback: unlessOff,
  fallbacks: unlessOff,
  fallbackmodel: unlessOff,
  fallbackmodels: unlessOff,
  modelfallbacks: unlessOff,
  defaultfallbacks: unlessOff,
  contextwindowfallbacks: unlessOff,
  contentpolicyfallbacks: unlessOff,
  route: unlessOff,
  router: unlessOff,
  routing: unlessOff,
  preset: unlessOff,
  provider: unlessOff,
  providers: unlessOff,
  provideroptions: unlessOff,
  userconfig: unlessOff,
  extrabody: nestedBody,
  extraquery: unlessOff,
  generationconfig: generation,
  // What it costs.
  plugins: unlessOff,
  servicetier: onlyWords('auto', 'default', 'standard', 'standard_only', 'on_demand'),
  speed,
  inferencegeo: unlessOff,
  performanceconfig: unlessOff,
  latency: onlyWords('standard', 'default'),
  priority: unlessOff,
  deferred: unlessOff,
  batch: unlessOff,
  batchmode: unlessOff,
  async: unlessOff,
  mcpservers: unlessOff,
  datasources: unlessOff,
  // Searches.
  websearch: search,
  websearchoptions: search,
  enablesearch: search,
  searchparameters: search,
  enableenhancement: search,
  forcesearchenhancement: search,
  enableonlinesearch: search,
}

/** Whether a vendor has to say what a body means: hardly any has such members, or tools that a client does not run. */
export const isPlain = (body: JsonObject): boolean => {
  for (const name in body) {
    if (name === 'tools') {
      if (!toolsIn(body.tools).every(isClients)) return false
    } else if (usualNames.has(plainName(name)) && !isOrdinary(name, body[name])) return false
  }
  return true
}

const usualNames: ReadonlySet<string> = new Set(Object.keys(usualRules))

/** It stands in most bodies of one dialect, and hardly ever chooses a model. */
const isOrdinary = (name: string, value: unknown): boolean =>
  plainName(name) === 'generationconfig' && generation(value, '') === 'passes'

/** Whether answers in a dialect tell how often the upstream's tools were used. */
export const tellsTools = (dialect: Dialect): boolean => dialect !== 'openai-chat'

/** What a tool means. `told`: answers tell how often it was used. */
export type ToolRule = (tool: JsonObject, told: boolean) => Ruling

/** A tool of the upstream's own, unless a vendor says otherwise. */
export const usualTool: ToolRule = (tool, told) => {
  if (isClients(tool)) return 'passes'
  const type = textAt(tool, 'type') ?? ''
  if (tool.model !== undefined || tool.models !== undefined) return 'refused'
  // Tools of another gateway's own, which has prices of its own for them.
  if (type.includes(':') || dearTools.has(plainName(type))) return 'refused'
  if (Object.keys(tool).some((name) => dearTools.has(plainName(name)) && tool[name] !== null)) return 'refused'
  if (!told && (type.startsWith('web_search') || type === 'builtin_function')) return { tool: 'web_search' }
  return hasDearContainer(tool) ? 'refused' : 'passes'
}

/** Functions in any dialect: the client runs them. */
const isClients = (tool: unknown): boolean => {
  if (!isObject(tool) || tool.model !== undefined) return !isObject(tool)
  if (tool.type === 'function' || tool.type === 'custom') return true
  if (tool.type !== undefined) return false
  const declared = tool.functionDeclarations ?? tool.function_declarations
  if (declared !== undefined) return Object.keys(tool).length === 1
  // A tool of the upstream's own may stand beside it.
  return tool.input_schema !== undefined && !Object.keys(tool).some((name) => dearTools.has(plainName(name)))
}

/** They cost by the call and have no price here, or search in what is the operator's own. */
const dearTools = new Set([
  'livesearch',
  'xsearch',
  'collectionssearch',
  'googlemaps',
  'enterprisewebsearch',
  'googlesearchretrieval',
  'retrieval',
  'externalapi',
])

/** A larger container costs several times as much. */
const hasDearContainer = (tool: JsonObject): boolean => {
  const memory = objectAt(tool, 'container')?.memory_limit ?? objectAt(tool, 'environment')?.memory_limit
  return !isOff(memory) && memory !== '1g'
}
