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
