/** A value in JSON text, behind the names that lead to it; `raw` is how it is written there. */
export type JsonEntry = { path: readonly string[]; raw: string }

/** `flat`: an object of values. `nested`: an object of such. `list`: a list of objects with one member each. */
export type EntriesShape = 'flat' | 'nested' | 'list'

/**
 * What stands in the text, each as it is written there, so that what nobody touches stays the same to the letter. What
 * is not of the shape has a shorter path. Undefined: it is no such text, or names something twice.
 */
export const readEntries = (text: string, shape: EntriesShape): readonly JsonEntry[] | undefined => {
  if (text.trim() === '') return []
  const kind = kindOf(text)
  if (kind !== (shape === 'list' ? 'list' : 'object')) return undefined
  if (shape === 'list') {
    return partsOf(text).map((part) => {
      const [member, ...others] = kindOf(part) === 'object' ? membersOf(part) : []
      return member === undefined || others.length > 0 ? { path: [], raw: part.trim() } : member
    })
  }
  const members = membersOf(text)
  const inner = shape === 'flat' ? members : members.flatMap(innerOf)
  return isUnique(members) && isUnique(inner) ? inner : undefined
}

const innerOf = (member: JsonEntry): JsonEntry[] => {
  const members = kindOf(member.raw) === 'object' ? membersOf(member.raw) : []
  return members.length === 0 ? [member] : members.map(({ path, raw }) => ({ path: [...member.path, ...path], raw }))
}

/** The text of these entries; what they are nested in stands where its first one does. */
export const writeEntries = (entries: readonly JsonEntry[], shape: EntriesShape): string => {
  if (shape === 'list') {
    return listed(
      '[]',
      entries.map(({ path: [name], raw }) => (name === undefined ? raw : `{ ${JSON.stringify(name)}: ${raw} }`)),
    )
  }
  if (shape === 'flat') return objectOf(entries)
  const outer = Map.groupBy(entries, ({ path: [name = ''] }) => name)
  return objectOf(
    [...outer].map(([name, inner]) => {
      const [first] = inner
      const nested = inner.map(({ path, raw }) => ({ path: path.slice(1), raw }))
      const raw = first?.path.length === 1 ? first.raw : objectOf(nested).replaceAll('\n', '\n  ')
      return { path: [name], raw }
    }),
  )
}

const objectOf = (entries: readonly JsonEntry[]): string =>
  listed(
    '{}',
    entries.map(({ path: [name = ''], raw }) => `${JSON.stringify(name)}: ${raw}`),
  )

const listed = (brackets: '[]' | '{}', parts: readonly string[]): string =>
  parts.length === 0 ? brackets : `${brackets[0]}\n${parts.map((part) => `  ${part}`).join(',\n')}\n${brackets[1]}`

const kindOf = (text: string): 'object' | 'list' | 'other' | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    if (Array.isArray(value)) return 'list'
    return typeof value === 'object' && value !== null ? 'object' : 'other'
  } catch {
    return undefined
  }
}

const membersOf = (text: string): JsonEntry[] =>
  partsOf(text).map((part) => {
    const [head = '', name = ''] = /^\s*("(?:[^"\\]|\\.)*")\s*:/.exec(part) ?? []
    return { path: [String(JSON.parse(name))], raw: part.slice(head.length).trim() }
  })

/** What stands between the commas of an object or a list, which is known to be JSON. */
const partsOf = (text: string): string[] => {
  const inner = text.trim().slice(1, -1)
  const parts: string[] = []
  let [depth, start, isQuoted] = [0, 0, false]
  for (let place = 0; place < inner.length; place += 1) {
    const letter = inner[place]
    if (isQuoted) {
      if (letter === '\\') place += 1
      else if (letter === '"') isQuoted = false
    } else if (letter === '"') isQuoted = true
    else if (letter === '{' || letter === '[') depth += 1
    else if (letter === '}' || letter === ']') depth -= 1
    else if (letter === ',' && depth === 0) {
      parts.push(inner.slice(start, place))
      start = place + 1
    }
  }
  const last = inner.slice(start)
  return last.trim() === '' ? parts : [...parts, last]
}

const isUnique = (entries: readonly JsonEntry[]): boolean =>
  new Set(entries.map(({ path }) => JSON.stringify(path))).size === entries.length
