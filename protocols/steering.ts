import { isObject, type JsonObject, objectAt } from './json/json.ts'

/** What steers how a model writes, by one name for all dialects. */
export const steeringFields = [
  'temperature',
  'topP',
  'topK',
  'seed',
  'stop',
  'presencePenalty',
  'frequencyPenalty',
  'repetitionPenalty',
  'minP',
  'logitBias',
  'logprobs',
  'maximumOutput',
  'parallelTools',
  'effort',
  'verbosity',
  'choices',
  'webSearch',
  'cacheKey',
  'cacheRetention',
  'cacheMarks',
] as const

export type SteeringField = (typeof steeringFields)[number]

/** The way to a member. */
export type Path = readonly string[]

/** Where a dialect says something. */
export type Place = {
  /** Under any of these names, the usual one first. */
  paths: readonly Path[]
  /** What it says, where that is not just the member's value. */
  read?: (body: JsonObject) => unknown
  /** What goes with it where it is left out, where that is more than itself. */
  whole?: readonly Path[]
  /** The body without it, where it is one of many that stand in one place. */
  without?: (body: JsonObject) => JsonObject
}

/** How a dialect is steered: what has no place cannot be said in it. */
export type Steering = {
  places: Readonly<Partial<Record<SteeringField, Place>>>
  /** Whether the model is told to think, or not to; undefined where nothing is said of it. */
  thinks: (body: JsonObject) => boolean | undefined
}

/** The ways to members by their names, with dots between them. */
export const pathsOf = (...names: readonly string[]): Path[] => names.map((name) => name.split('.'))

export const placeOf = (...names: readonly string[]): Place => ({ paths: pathsOf(...names) })

export const valueAt = (body: JsonObject, path: Path): unknown => {
  let value: unknown = body
  for (const name of path) value = isObject(value) ? value[name] : undefined
  return value ?? undefined
}

/** What a body says in a place. */
export const saidIn = (body: JsonObject, { paths, read }: Place): unknown => {
  if (read !== undefined) return read(body)
  const path = pathIn(body, paths)
  return path === undefined ? undefined : valueAt(body, path)
}

/** Under which of its names a body says it. */
export const pathIn = (body: JsonObject, paths: readonly Path[]): Path | undefined => {
  // Every conversation is asked for all that its model refuses.
  for (const path of paths) if (valueAt(body, path) !== undefined) return path
  return undefined
}

/** The body with another value at the end of a path; undefined takes it away, with whatever holds nothing else. */
export const withValueAt = (body: JsonObject, [name = '', ...rest]: Path, value: unknown): JsonObject => {
  const { [name]: held, ...others } = body
  if (rest.length === 0) return value === undefined ? others : { ...body, [name]: value }
  const inner = withValueAt(isObject(held) ? held : {}, rest, value)
  return Object.keys(inner).length === 0 ? others : { ...body, [name]: inner }
}

/** Of a dialect that says all of it one level deeper. */
export const steeringWithin = ({ places, thinks }: Steering, name: string): Steering => ({
  places: Object.fromEntries(
    Object.entries(places).map(([field, { paths, whole, read, without }]) => [
      field,
      {
        paths: paths.map((path) => [name, ...path]),
        ...(whole === undefined ? {} : { whole: whole.map((path) => [name, ...path]) }),
        ...(read === undefined ? {} : { read: (body: JsonObject) => read(objectAt(body, name) ?? {}) }),
        ...(without === undefined
          ? {}
          : { without: (body: JsonObject) => ({ ...body, [name]: without(objectAt(body, name) ?? {}) }) }),
      },
    ]),
  ),
  thinks: (body) => thinks(objectAt(body, name) ?? {}),
})

/** A tool among others that the upstream runs itself: whether it is there, and the tools without it. */
export const amongTools = (isIt: (tool: JsonObject) => boolean): Place => {
  const isTool = (tool: unknown): boolean => isObject(tool) && isIt(tool)
  const listOf = ({ tools }: JsonObject): readonly unknown[] => (Array.isArray(tools) ? tools : [])
  return {
    paths: pathsOf('tools'),
    read: (body) => (listOf(body).some(isTool) ? true : undefined),
    without: (body) => {
      const tools = listOf(body)
      const left = tools.filter((tool) => !isTool(tool))
      if (left.length === tools.length) return body
      return withValueAt(body, ['tools'], left.length === 0 ? undefined : left)
    },
  }
}

/** Of a dialect that says nothing of the kind. */
export const unsteered: Steering = { places: {}, thinks: () => undefined }

/** Whether tools may be called side by side, where that is said the other way round. */
export const notSingle = (single: unknown): boolean | undefined => (single === true ? false : undefined)
