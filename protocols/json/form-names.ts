import { ProtocolError } from '../failure.ts'
import type { Form } from '../form.ts'
import { checkSpelling, type MemberNames } from './member-names.ts'

/** What may come as a file, or more than once. */
const lists: ReadonlySet<string> = new Set([
  ...['file', 'files', 'image', 'images', 'mask', 'audio', 'include', 'input_reference'],
])

/**
 * Readers of forms differ as readers of JSON do: of equal names some take the first and some the last, some take a file
 * for a text, and to some `n[]` is `n`. Throws a `ProtocolError` that names the field.
 */
export const checkFormNames = (names: MemberNames, { fields, files }: Form): void => {
  for (const [name, value] of Object.entries(fields)) {
    const bare = checkName(names, name)
    if (Array.isArray(value) && names.known.has(bare) && !lists.has(bare)) {
      throw new ProtocolError(name, 'must not stand twice in a form')
    }
  }
  for (const { name } of files) {
    const bare = checkName(names, name)
    if (names.known.has(bare) && !lists.has(bare)) throw new ProtocolError(name, 'must be a text and no file')
    if (Object.hasOwn(fields, name)) throw new ProtocolError(name, 'must not be both a text and a file')
  }
}

/** The name without the brackets that some readers make a list of. */
const checkName = (names: MemberNames, name: string): string => {
  const bare = /^[^[]*/.exec(name)?.[0] ?? ''
  if (!names.known.has(bare)) checkSpelling(names, bare.trim())
  if (bare !== name && names.known.has(bare) && !lists.has(bare))
    throw new ProtocolError(name, `must be spelt "${bare}"`)
  return bare
}
