import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { languageCodes } from '#contract/languages.ts'
import { headerParts, type PageParts, readPageParts } from '#testing/page-parts.ts'

type Chunk = { file: string; imports?: string[]; css?: string[] }

const mostOfLogin = 150
const mostOfPage = 110
/** Each costs a browser more than what is in it. */
const mostFiles = 50

const built = new URL('../dist/console/', import.meta.url)
// seam: what the build writes there
const chunks = JSON.parse(readFileSync(new URL('.vite/manifest.json', built), 'utf8')) as Record<string, Chunk>

const pages = readPageParts()

/** The files that a browser loads for these modules before it draws them: what they import, and what that does. */
const filesOf = (modules: readonly string[], seen = new Set<string>()): Set<string> => {
  for (const module of modules) {
    const chunk = chunks[module]
    if (chunk === undefined) throw new Error(`the build has no ${module}`)
    if (seen.has(chunk.file)) continue
    seen.add(chunk.file)
    for (const style of chunk.css ?? []) seen.add(style)
    filesOf(chunk.imports ?? [], seen)
  }
  return seen
}

/** All that is fetched as soon as a page is opened: its own code and texts, and those of what it draws at once. */
const fetchedFor = (page: PageParts, language: string) =>
  [page, ...page.parts, ...headerParts].flatMap(({ module, areas }) => [module, ...textsIn(language, areas)])

const weights = new Map<string, number>()
/** As they are sent, in kilobytes. */
const weightOf = (files: Iterable<string>): number => {
  let sum = 0
  for (const file of files) {
    const known = weights.get(file) ?? readFileSync(new URL(`${file}.br`, built)).length
    weights.set(file, known)
    sum += known
  }
  return Math.round(sum / 102.4) / 10
}

const textsIn = (language: string, areas: readonly string[]) => areas.map((area) => `locales/${language}/${area}.ts`)

describe.each(languageCodes)('what is loaded before a page is drawn, %s', (language) => {
  const login = filesOf(['index.html', ...textsIn(language, ['common', 'session']), 'features/session/login-page.tsx'])

  // Its styles, which are those of all pages, have a limit of their own: `open-pages.test.ts`.
  it(`the scripts of /login are at most ${mostOfLogin} kB`, () => {
    const weight = weightOf([...login].filter((file) => file.endsWith('.js')))
    expect(weight).toBeGreaterThan(50)
    expect(weight).toBeLessThanOrEqual(mostOfLogin)
  })

  it(`any other page is at most ${mostOfPage} kB more`, () => {
    const over = pages.map((page) => {
      const files = [...filesOf(fetchedFor(page, language))]
      return { module: page.module, weight: weightOf(files.filter((file) => !login.has(file))) }
    })
    expect(over.filter(({ weight }) => weight > mostOfPage)).toEqual([])
  })

  it(`no page is drawn from more than ${mostFiles} files`, () => {
    const counts = pages.map(({ module, areas }) => {
      const { size } = filesOf(['index.html', module, ...textsIn(language, ['common', ...areas])])
      return { module, size }
    })
    expect(Math.max(...counts.map(({ size }) => size))).toBeGreaterThan(5)
    expect(counts.filter(({ size }) => size > mostFiles)).toEqual([])
  })
})
