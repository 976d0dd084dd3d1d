import { posix } from 'node:path'
import { type Rule, violationsOf } from './source-file.ts'

const importPattern = /(?:\bfrom\s*|\bimport\s*\(?\s*|\bnew URL\(\s*)(['"])([^'"\n]+)\1/g

/** Folders that are used through one of their files; the others may change as they like. */
const doors: readonly { folder: string; door: string; why: string }[] = [
  {
    folder: 'server/db/logs',
    door: 'log-store.ts',
    why: 'which sums of the log may be read when is known in there alone',
  },
]

/** Whoever is outside, a test as well, comes in by the door. */
export const doorRule: Rule = (files) =>
  doors.flatMap(({ folder, door, why }) =>
    files
      .filter(({ path }) => !path.startsWith(`${folder}/`))
      .flatMap((file) =>
        violationsOf(file, importPattern, ([, , specifier = '']) => {
          const target = specifier.startsWith('#')
            ? specifier.slice(1)
            : posix.join(posix.dirname(file.path), specifier)
          if (!target.startsWith(`${folder}/`) || target === `${folder}/${door}`) return undefined
          return `${target} is not the door of ${folder}: import ${door}, for ${why}`
        }),
      ),
  )
