import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { projectFolder } from './run-program.ts'

const folder = join(projectFolder, 'docs/decisions')

it('the index of decisions names each page once, in order, by its own title, with its state', () => {
  const pages = readdirSync(folder).filter((name) => /^\d{4}-.*\.md$/.test(name))
  const titles = pages.map((name) =>
    readFileSync(join(folder, name), 'utf8')
      .split('\n', 1)[0]
      ?.replace(/^# \d+\. /, ''),
  )
  const rows = [
    ...readFileSync(join(folder, 'README.md'), 'utf8').matchAll(/^\| (\d+) \| \[(.*)\]\((.*)\) \| (.+) \|$/gm),
  ]
  expect(rows.map(([, , , name]) => name)).toEqual(pages.toSorted())
  expect(rows.map(([, , title]) => title)).toEqual(titles)
  expect(rows.map(([, number]) => Number(number))).toEqual(pages.map((name) => Number(name.slice(0, 4))))
})
