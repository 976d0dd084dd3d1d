/** JSON as its text has it: names that stand twice stay twice, in their order. */
type Members = { members: [name: string, value: Read][] }
type Read = string | number | boolean | null | Read[] | Members

/** What a reader of JSON takes where a name stands more than once in an object, or in another case. */
export type CarelessReader = { title: string; read: (text: string) => unknown }

/** `isKnown`: names that the reader has a place for; one that does not care for case knows them by `fold`. */
export const carelessReaders = (knownNames: readonly string[]): readonly CarelessReader[] => {
  const byFold = new Map(knownNames.map((name) => [foldLikeGo(name), name]))
  const rightNames = (name: string): string => byFold.get(foldLikeGo(name)) ?? name
  const same = (name: string): string => name
  const upToNul = (name: string): string => name.split('\0')[0] ?? ''
  return [
    { title: 'the first wins', read: (text) => resolve(readAll(text), same, 'first') },
    { title: 'the last wins', read: (text) => resolve(readAll(text), same, 'last') },
    { title: 'case-blind, the first wins', read: (text) => resolve(readAll(text), rightNames, 'first') },
    { title: 'case-blind, the last wins', read: (text) => resolve(readAll(text), rightNames, 'last') },
    { title: 'all that are there', read: (text) => resolve(readAll(text), rightNames, 'all') },
    { title: 'names end at a NUL', read: (text) => resolve(readAll(text), upToNul, 'last') },
  ]
}

/** As `encoding/json` of Go folds: long s and the Kelvin sign count as letters. */
const foldLikeGo = (name: string): string => name.replaceAll('\u017f', 's').replaceAll('\u212a', 'k').toLowerCase()

const resolve = (value: Read, nameOf: (name: string) => string, which: 'first' | 'last' | 'all'): unknown => {
  if (Array.isArray(value)) return value.map((item) => resolve(item, nameOf, which))
  if (typeof value !== 'object' || value === null) return value
  const found = new Map<string, unknown[]>()
  for (const [written, item] of value.members) {
    const name = nameOf(written)
    found.set(name, [...(found.get(name) ?? []), resolve(item, nameOf, which)])
  }
  const chosen = [...found].map(([name, items]) => {
    if (items.length === 1 || which === 'first') return [name, items[0]]
    return [name, which === 'last' ? items.at(-1) : items]
  })
  return Object.fromEntries(chosen.sort(([one], [other]) => (String(one) < String(other) ? -1 : 1)))
}

/** A reader of its own, as the usual one forgets what stood twice. */
const readAll = (text: string): Read => {
  let place = text.startsWith('\ufeff') ? 1 : 0
  const skip = () => {
    while (/\s/.test(text[place] ?? '')) place += 1
  }
  const scalar = (pattern: RegExp): string => {
    pattern.lastIndex = place
    const found = pattern.exec(text)?.[0] ?? ''
    if (found === '') throw new SyntaxError(`at ${place}`)
    place += found.length
    return found
  }
  const list = <Item>(end: string, read: () => Item): Item[] => {
    const items: Item[] = []
    place += 1
    for (skip(); text[place] !== end; skip()) {
      if (text[place] === ',') place += 1
      items.push(read())
    }
    place += 1
    return items
  }
  const value = (): Read => {
    skip()
    if (text[place] === '[') return list(']', value)
    if (text[place] === '{') {
      return {
        members: list('}', () => {
          skip()
          const name: string = JSON.parse(scalar(/"(?:[^"\\]|\\.)*"/y))
          skip()
          place += 1
          return [name, value()]
        }),
      }
    }
    const written = scalar(/"(?:[^"\\]|\\.)*"|[-+.\w]+/y)
    return JSON.parse(written)
  }
  return value()
}
