import { expect, it } from 'vitest'
import { drawnWith, headerParts, partsNamedIn, readPageParts, readWeb } from '#testing/page-parts.ts'
import { readSourceFiles } from './layers/source-file.ts'
import { projectFolder } from './run-program.ts'

const pages = readPageParts()

/** The areas of the texts that this code asks for while it is drawn, with the files that do, but for what all pages have. */
const askedBy = (module: string): { area: string; file: string }[] =>
  [...drawnWith(module)].flatMap((file) =>
    [...readWeb(file).matchAll(/\buseText\('(\w+)'\)/g)].flatMap(([, area = '']) =>
      area === 'common' ? [] : [{ area, file }],
    ),
  )

/** React holds back what waits for its texts, and for its code and then its texts twice. */
const without = (module: string, areas: readonly string[]): string[] =>
  askedBy(module)
    .filter(({ area }) => !areas.includes(area))
    .map(({ area, file }) => `${module} comes without the texts '${area}' of ${file}`)

it('a page comes with all its texts', () => {
  expect(pages.flatMap(({ module }) => askedBy(module)).length).toBeGreaterThan(pages.length)
  expect([...pages, ...headerParts].flatMap(({ module, areas }) => without(module, areas))).toEqual([])
})

it('what is fetched with a page comes with its texts, where the page does not have them', () => {
  const found = pages.flatMap(({ areas, parts }) =>
    parts.flatMap((part) => without(part.module, [...areas, ...part.areas])),
  )
  expect(found).toEqual([])
})

it('every part that is fetched with a page is found', () => {
  const named = readSourceFiles(projectFolder)
    .filter(({ path }) => /^web\/(?!.*\.test\.)/.test(path))
    .reduce((sum, { text }) => sum + text.split('= pagePart(').length - 1, 0)
  const files = pages.flatMap(({ module, parts }) => [module, ...parts.map((part) => part.module)])
  const found = [...new Set(files.flatMap((file) => [...drawnWith(file)]))].flatMap(partsNamedIn)
  expect(named).toBeGreaterThan(5)
  expect(found).toHaveLength(named)
})
