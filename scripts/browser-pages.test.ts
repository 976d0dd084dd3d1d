import { expect, it } from 'vitest'
import { readSourceFiles } from './layers/source-file.ts'
import { projectFolder } from './run-program.ts'

const browserTests = readSourceFiles(projectFolder).filter(
  ({ path, text }) => /^e2e\/.*\.test\.ts$/.test(path) && text.includes("from 'playwright-core'"),
)

it('no browser test begins from a page that another has used', () => {
  expect(browserTests.length).toBeGreaterThan(10)
  const shared = browserTests.filter(({ text }) =>
    [...text.matchAll(/^( *)beforeAll\((.*?)^\1\}?\)/gms)].some(([, , body = '']) =>
      /logIn\(|newPage\(|openContext\(|pages\.open\(/.test(body),
    ),
  )
  expect(shared.map(({ path }) => path)).toEqual([])
})

/** What they open is no page of the console. */
const elsewhere = ['e2e/other-origin.test.ts']

it('every browser test of the console opens its pages where each step is compared with a fresh load', () => {
  const own = browserTests.filter(
    ({ path, text }) =>
      !elsewhere.includes(path) &&
      (!text.includes('freshPages()') || /\.newPage\(|newContext\(|openContext\(/.test(text)),
  )
  expect(own.map(({ path }) => path)).toEqual([])
})

it('what is not compared says why', () => {
  const silent = browserTests.filter(
    ({ text }) => text.includes('unlikeReloaded') && !/unlikeReloaded(:| =)\s+'[^']{20,}'/.test(text),
  )
  expect(silent.map(({ path }) => path)).toEqual([])
})

it('a drawing is read as it is painted', () => {
  expect(browserTests.some(({ text }) => text.includes('paintedMarks('))).toBe(true)
  const otherwise = browserTests.filter(({ text }) => /locator\(['"`][^)]*\b(svg|rect)\b/.test(text))
  expect(otherwise.map(({ path }) => path)).toEqual([])
})
