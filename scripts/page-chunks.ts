/** What a bundler tells of a module: what it imports at once, and what when it is wanted. */
type Modules = {
  getModuleInfo: (id: string) => { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] } | null
}

/** What at least so many pages draw with is put in one file with its like. */
const many = 9

/**
 * Each is what these pages draw with and no tier above has. So a file never needs one below it, and what is needed
 * first stays small.
 */
const tiers = [
  { name: 'signin', pages: ['session/login'], least: 1 },
  { name: 'records', pages: ['tokens/record/token'], least: many },
  { name: 'dialogs', pages: ['session/register'], least: many },
  { name: 'forms', pages: ['settings/settings', 'start/start', 'playground/playground'], least: many },
  { name: 'lists', pages: ['tokens/tokens'], least: many },
] as const

/** These name all there is in a library: who draws with one of it does not draw with all. */
const isBarrel = (id: string) => /\/(?:lucide-react|@tanstack\/[\w-]+\/.*\/index)\.m?js$/.test(id)

/**
 * The files of what many pages draw with, one for each kind of page. Left to itself the bundler makes one for every
 * other set of pages and windows: a list came in sixty, and each costs a browser more than what is in it.
 */
export const pageChunks = (rows: string) => {
  let chunks: ReadonlyMap<string, string> | undefined
  return tiers.map(({ name }, place) => ({
    name: (id: string, modules: Modules) => {
      chunks ??= chunksOf(rows, modules)
      return chunks.get(id) === name ? name : null
    },
    debugName: name,
    priority: 7 - place,
  }))
}

const chunksOf = (rows: string, modules: Modules): ReadonlyMap<string, string> => {
  const pages = (modules.getModuleInfo(rows)?.dynamicallyImportedIds ?? []).filter((id) => id.endsWith('-page.tsx'))
  const drawnWith = new Map(pages.map((page) => [page, importedBy(page, modules)]))
  const modulesOf = (page: string) => {
    const [, own] = [...drawnWith].find(([id]) => id.endsWith(`/${page}-page.tsx`)) ?? []
    if (own === undefined) throw new Error(`there is no page ${page}`)
    return own
  }
  const chunks = new Map<string, string>()
  for (const { name, pages: those, least } of tiers)
    for (const id of those.flatMap((page) => [...modulesOf(page)])) {
      const count = pages.filter((page) => drawnWith.get(page)?.has(id)).length
      if (!chunks.has(id) && count >= least) chunks.set(id, name)
    }
  return chunks
}

/** Every module that must be there before this one runs, without itself. */
const importedBy = (page: string, modules: Modules): ReadonlySet<string> => {
  const seen = new Set<string>()
  const visit = (id: string): void => {
    for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) {
      if (seen.has(imported)) continue
      seen.add(imported)
      if (!isBarrel(imported)) visit(imported)
    }
  }
  visit(page)
  return seen
}
