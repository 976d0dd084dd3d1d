import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/** Code that comes by itself, and the areas of the texts that come with it. Its name begins in `web/`. */
type CodePart = { module: string; areas: readonly string[] }
/** A page, and what is fetched with it to be drawn as soon as its data is here. */
export type PageParts = CodePart & { parts: readonly CodePart[] }

const web = new URL('../web/', import.meta.url).pathname

export const readWeb = (module: string): string => readFileSync(join(web, module), 'utf8')

const resolved = (from: string, specifier: string): string => relative(web, join(web, dirname(from), specifier))

const namesIn = (text: string): string[] => [...text.matchAll(/'(\w+)'/g)].map(([, name = '']) => name)

const staticImport = /^(?:import|export) (?!type )[^;'"]*?from '(\.[^']*\.tsx?)'/gm
const fetchedWithPage = /\bpagePart\(\s*\(\) =>\s*(withTexts\('\w+',\s*)?import\('(.*?)'\)/g

/** What must be there before a module runs, with itself. */
export const drawnWith = (module: string, seen = new Set<string>()): ReadonlySet<string> => {
  if (seen.has(module)) return seen
  seen.add(module)
  for (const [, specifier = ''] of readWeb(module).matchAll(staticImport)) drawnWith(resolved(module, specifier), seen)
  return seen
}

/** What this file fetches with the page it stands in. */
export const partsNamedIn = (file: string): CodePart[] =>
  [...readWeb(file).matchAll(fetchedWithPage)].map(([, texts = '', specifier = '']) => ({
    module: resolved(file, specifier),
    areas: namesIn(texts),
  }))

const partsOf = (module: string): CodePart[] =>
  [...drawnWith(module)].flatMap(partsNamedIn).flatMap((part) => [part, ...partsOf(part.module)])

const rows = 'app/pages.ts'
const row = /loader: texts\((.*?)\),\s*component: lazyPage\(\(\) => import\('(.*?)'\)/g

/** The header of whoever is signed in brings its own, whatever the page. */
export const headerParts: readonly CodePart[] = [
  { module: 'app/header-extras.tsx', areas: [] },
  { module: 'app/stopped-channels.tsx', areas: [] },
]
/** It has no row. */
const notFound: PageParts = { module: 'app/not-found-page.tsx', areas: [], parts: [] }

/** The pages of the console, as their rows and their code tell of them. */
export const readPageParts = (): PageParts[] => {
  const text = readWeb(rows)
  const pages = [...text.matchAll(row)].map(([, areas = '', specifier = '']) => {
    const module = resolved(rows, specifier)
    return { module, areas: namesIn(areas), parts: partsOf(module) }
  })
  if (pages.length !== text.split('component: lazyPage(').length - 1) throw new Error(`${rows} has other rows`)
  return [...pages, notFound]
}
