import { globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'

/**
 * Writes the server's files down without their types, for `load-stripped.mjs`: every line and column stays where it is.
 * Beside and then swapped in, so that nobody ever finds half of them.
 */
const root = join(import.meta.dirname, '..')
const place = join(root, '.runtime/stripped')
const next = `${place}-next`

const unused = /\.test\.ts$|\.d\.ts$/
rmSync(next, { recursive: true, force: true })
for (const file of globSync('{contract,pricing,protocols,providers,server}/**/*.ts', { cwd: root })) {
  if (unused.test(file)) continue
  mkdirSync(dirname(join(next, file)), { recursive: true })
  writeFileSync(join(next, file), stripTypeScriptTypes(readFileSync(join(root, file), 'utf8')))
}
rmSync(place, { recursive: true, force: true })
renameSync(next, place)
