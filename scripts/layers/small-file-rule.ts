import { posix } from 'node:path'
import { isTest, type Rule, type SourceFile, type Violation } from './source-file.ts'

/** A file of fewer lines that one other imports is read sooner there. */
const smallFile = 20
/** So long a file may grow by what is merged into it. */
const longestFile = 300

/** What stays by itself, however small it is and though one file alone imports it. */
const exceptions: readonly { holds: (pair: Pair) => boolean; why: string }[] = [
  {
    holds: ({ small, importer }) => posix.dirname(small.path) !== posix.dirname(importer.path),
    why: 'a folder says what its files are about, and who may know them',
  },
  {
    holds: ({ importer }) => posix.basename(importer.path) === 'index.ts',
    why: 'a registry names a file for each thing, and dialects have files of the same names',
  },
  {
    holds: ({ way }) => way !== 'from',
    why: 'what is loaded once it is wanted, or runs in a thread of its own, is a file',
  },
  {
    holds: ({ small }) => small.path.endsWith('-actions.ts'),
    why: 'who adds an action looks for <noun>-actions.ts',
  },
  {
    holds: ({ small, paths }) => paths.has(small.path.replace(/\.tsx?$/, '.test$&')),
    why: 'what has a test of its own is a thing of its own',
  },
  {
    holds: ({ small, importer }) => linesOf(small) + linesOf(importer) > longestFile,
    why: 'where it went would be too long',
  },
]

type Import = { importer: SourceFile; way: string }
type Pair = Import & { small: SourceFile; paths: ReadonlySet<string> }

/** `from '…'`, `import '…'`, `import('…')` and the address of a worker's file. */
const importPattern = /\b(from|import(?:\s*\()?|new URL\()\s*(['"])([^'"\n]+)\2/g

/** No file is so small that only one other needs it: what it says is said there. */
export const smallFileRule: Rule = (files) => {
  const paths = new Set(files.map(({ path }) => path))
  const imports = importsOf(files)
  return files.flatMap((small): Violation[] => {
    const [only, ...others] = imports.get(small.path) ?? []
    if (isTest(small.path) || linesOf(small) >= smallFile || only === undefined || others.length > 0) return []
    if (exceptions.some(({ holds }) => holds({ ...only, small, paths }))) return []
    const message = `a file of ${linesOf(small)} lines that ${only.importer.path} alone imports: merge it there`
    return [{ path: small.path, line: 1, message }]
  })
}

/** Who imports each file. Tests count where they are whom a file is for. */
const importsOf = (files: readonly SourceFile[]): ReadonlyMap<string, readonly Import[]> => {
  const imports = files.flatMap((importer) =>
    [...importer.text.matchAll(importPattern)].map(([, way = '', , specifier = '']) => ({
      ...{ importer, way },
      target: specifier.startsWith('#') ? specifier.slice(1) : posix.join(posix.dirname(importer.path), specifier),
    })),
  )
  const counted = imports.filter(({ importer, target }) => !isTest(importer.path) || helpsTests.test(target))
  return Map.groupBy(counted, ({ target }) => target)
}

const helpsTests = /^(?:e2e|testing|web\/testing)\//

const linesOf = ({ text }: SourceFile): number => text.split('\n').length - 1
