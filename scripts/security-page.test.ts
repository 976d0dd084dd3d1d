import { readdirSync, readFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { expect, it } from 'vitest'
import { projectFolder } from './run-program.ts'

const folders = ['contract', 'pricing', 'protocols', 'providers', 'server', 'scripts', 'web', 'e2e']

const testsIn = (folder: string): string[] =>
  readdirSync(join(projectFolder, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.test\.tsx?$/.test(entry.name))
    .map((entry) => relative(projectFolder, join(entry.parentPath, entry.name)))

it('every test that the page on security names is there', () => {
  const page = readFileSync(join(projectFolder, 'docs/security.md'), 'utf8')
  const named = [...page.matchAll(/`([^`\s]+\.test\.tsx?)`/g)].map(([, name = '']) => name)
  const paths = folders.flatMap(testsIn)
  const names = new Set(paths.map((path) => basename(path)))
  const missing = named.filter((name) => (name.includes('/') ? !paths.includes(name) : !names.has(name)))
  expect(named.length).toBeGreaterThan(30)
  expect(missing).toEqual([])
})
