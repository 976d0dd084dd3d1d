import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * What is left of a name when everything is taken off that the eye does not tell apart: case, width, signs nobody sees,
 * and letters that look like others (UTS #39). Two names that share one of theirs pass for each other.
 *
 * There are two, as upper and lower case of a letter may look like different letters: a Greek capital nu like an N, a
 * small one like a v.
 */
export const skeletonsOf = (name: string): readonly string[] => {
  const visible = name.normalize('NFKC').replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]/gu, '')
  return [...new Set([folded(visible), folded([...visible].map(likeness).join(''))])]
}

const folded = (text: string): string => text.toLowerCase().normalize('NFKC').trim()

const likeness = (letter: string): string => likenesses.get(letter) ?? letter

/** Each line: what a letter looks like, then the letters that do. */
const likenesses = new Map(
  readFileSync(join(import.meta.dirname, 'confusables.txt'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('# '))
    .flatMap((line) => {
      const [target = '', letters = ''] = line.split(' ')
      return [...letters].map((letter): [string, string] => [letter, target])
    }),
)
