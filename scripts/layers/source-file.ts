import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** `path` is relative to the project, with forward slashes. */
export type SourceFile = { path: string; text: string }

export type Violation = { path: string; line: number; message: string }

export type Rule = (files: readonly SourceFile[]) => Violation[]

const roots = ['bench', 'contract', 'e2e', 'pricing', 'protocols', 'providers', 'scripts', 'server', 'testing', 'web']

/** Its planted violations are what it tests with. */
const ownTest = 'scripts/layers/layers.test.ts'

export const readSourceFiles = (project: string): SourceFile[] =>
  roots
    .flatMap((root) => pathsUnder(project, root))
    .filter((path) => /\.tsx?$/.test(path) && path !== ownTest)
    .map((path) => ({ path, text: readFileSync(join(project, path), 'utf8') }))

const pathsUnder = (project: string, folder: string): string[] =>
  readdirSync(join(project, folder), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? pathsUnder(project, `${folder}/${entry.name}`) : [`${folder}/${entry.name}`],
  )

export const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path)

/** Everything `pattern` finds, as violations at their lines. */
export const violationsOf = (
  file: SourceFile,
  pattern: RegExp,
  message: (match: RegExpExecArray) => string | undefined,
): Violation[] =>
  [...file.text.matchAll(pattern)].flatMap((match) => {
    const said = message(match)
    if (said === undefined) return []
    return { path: file.path, line: file.text.slice(0, match.index).split('\n').length, message: said }
  })

/** Whether the name begins a part of the word, as in `someVendor` or `some-vendor`, but not in `modify`. */
export const startsInside = (word: string, name: string): boolean => {
  const before = word.charAt(word.indexOf(name) - 1)
  return !/[a-z]/i.test(before) || (/[a-z]/.test(before) && /^[A-Z]/.test(name))
}
