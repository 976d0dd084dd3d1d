import { outputTokens, type ToolCalls, tokenCount, type Usage, usageOf } from '#pricing/usage.ts'
import { isObject, type JsonObject, objectAt } from '../json/json.ts'

const inputFields = ['input_tokens', 'cache_read_input_tokens', 'cache_creation_input_tokens']

/**
 * A stream tells its usage at the start and again, corrected, at the end. The later figure counts and is never added;
 * input that is missing or zero at the end stays what it was.
 */
export const mergeUsage = (start: JsonObject | undefined, end: JsonObject | undefined): JsonObject | undefined => {
  if (start === undefined || end === undefined) return end ?? start
  const merged = { ...start }
  for (const [field, value] of Object.entries(end)) {
    if (value === null || value === undefined) continue
    if (inputFields.includes(field) && tokenCount(value) === 0) continue
    merged[field] = value
  }
  return merged
}

/** Reads a `usage` object; undefined when it tells nothing. */
export const readUsage = (wire: JsonObject | undefined): Usage | undefined => {
  if (wire === undefined) return undefined
  const passes = ownPasses(wire)
  const count = (read: (pass: JsonObject) => number) => passes.reduce((sum, pass) => sum + read(pass), 0)
  const output = count((pass) => tokenCount(pass.output_tokens))
  const reasoning = Math.min(tokenCount(objectAt(wire, 'output_tokens_details')?.thinking_tokens), output)
  const usage = usageOf({
    input: count((pass) => tokenCount(pass.input_tokens)),
    cacheRead: count((pass) => tokenCount(pass.cache_read_input_tokens)),
    cacheWrite: count((pass) => cacheWrites(pass).fiveMinutes),
    cacheWriteHour: count((pass) => cacheWrites(pass).hour),
    output: output - reasoning,
    reasoning,
    tools: toolsOf(wire),
  })
  const told = usage.input + usage.cacheRead + usage.cacheWrite + usage.cacheWriteHour + output
  return told === 0 ? undefined : usage
}

/** How often it searched the web; its other tools cost nothing by the call. */
const toolsOf = (wire: JsonObject): ToolCalls | undefined => {
  const searches = tokenCount(objectAt(wire, 'server_tool_use')?.web_search_requests)
  return searches === 0 ? undefined : { web_search: searches }
}

/** What a cut stream used: its input as told at the start, its output and its searches at least what was seen. */
export const usageOfCut = (
  wire: JsonObject | undefined,
  seenOutput: number,
  seenSearches: number,
): Usage | undefined => {
  const usage = readUsage(wire)
  if (usage === undefined) return undefined
  const output = usage.output + Math.max(0, seenOutput - outputTokens(usage))
  const searches = Math.max(seenSearches, usage.tools?.web_search ?? 0)
  return { ...usage, output, tools: searches === 0 ? undefined : { web_search: searches } }
}

/** The figures as this dialect tells them: everything that was read and is not from the cache counts as input. */
export const writeUsage = (usage: Usage): JsonObject => ({
  input_tokens: usage.input + usage.audioInput + usage.imageInput,
  cache_creation_input_tokens: usage.cacheWrite + usage.cacheWriteHour,
  cache_read_input_tokens: usage.cacheRead,
  cache_creation: {
    ephemeral_5m_input_tokens: usage.cacheWrite,
    ephemeral_1h_input_tokens: usage.cacheWriteHour,
  },
  output_tokens: outputTokens(usage),
  ...(usage.reasoning > 0 ? { output_tokens_details: { thinking_tokens: usage.reasoning } } : {}),
  ...(searchesOf(usage) > 0 ? { server_tool_use: { web_search_requests: searchesOf(usage) } } : {}),
})

/** Whoever searched: the client reads of it as of this dialect's own search. */
const searchesOf = ({ tools }: Usage): number =>
  (tools?.web_search ?? 0) + (tools?.web_search_preview ?? 0) + (tools?.google_search ?? 0)

/**
 * An answer made in several passes tells each in `iterations`: what counts are its own passes and the summaries
 * between them. Where another model stepped in, the whole is told at the top alone.
 */
const ownPasses = (wire: JsonObject): readonly JsonObject[] => {
  const passes = Array.isArray(wire.iterations) ? wire.iterations.filter(isObject) : []
  if (passes.some((pass) => pass.type === 'fallback_message')) return [wire]
  const own = passes.filter((pass) => pass.type === 'message' || pass.type === 'compaction')
  return own.some((pass) => tokenCount(pass.output_tokens) > 0) ? own : [wire]
}

/** The whole is corrected at the end of a stream, its shares by lifetime are not: what they leave is the shorter. */
const cacheWrites = (pass: JsonObject): { fiveMinutes: number; hour: number } => {
  const shares = objectAt(pass, 'cache_creation')
  const fiveMinutes = tokenCount(shares?.ephemeral_5m_input_tokens)
  const hour = tokenCount(shares?.ephemeral_1h_input_tokens)
  const whole = tokenCount(pass.cache_creation_input_tokens)
  if (whole === 0) return { fiveMinutes, hour }
  const kept = Math.min(hour, whole)
  return { fiveMinutes: whole - kept, hour: kept }
}
