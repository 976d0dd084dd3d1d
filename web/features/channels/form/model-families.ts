import { findNames } from '../../../lib/name-search.ts'

export type ModelFamily = { family: string; models: string[] }

/**
 * Models under the word their names begin with: the maker before a slash, else the letters up to a figure or dash. Of a
 * search those that have it, families and models with the nearest first.
 */
export const modelFamilies = (models: readonly string[], typed = ''): ModelFamily[] => {
  const ordered = [...models].sort((left, right) => byName(familyOf(left), familyOf(right)) || byName(left, right))
  const found = findNames(ordered, typed, (model) => model)
  return [...Map.groupBy(found, familyOf)].map(([family, names]) => ({ family, models: names }))
}

/** What is ticked, as a list: what was chosen keeps its order, the rest follows as it was offered. */
export const pickedModels = (
  chosen: readonly string[],
  offered: readonly string[],
  ticked: ReadonlySet<string>,
): string[] => [...new Set([...chosen, ...offered])].filter((model) => ticked.has(model))

const familyOf = (model: string): string => {
  const [maker = '', name] = model.split('/')
  if (name !== undefined && maker !== '') return maker.toLowerCase()
  return /^[a-z\u4e00-\u9fff]+/i.exec(model)?.[0].toLowerCase() ?? model
}

const byName = (left: string, right: string): number => left.localeCompare(right, 'en', { numeric: true })
