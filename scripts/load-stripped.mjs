import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

/**
 * Loaded before the server: its files come without their types from where `strip-types.ts` wrote them, and what takes types
 * away, 20 MB for each thread, is never loaded. What is not there is loaded as ever.
 */
const root = new URL('../', import.meta.url)
const stripped = new URL('.runtime/stripped/', root)

registerHooks({
  load: (url, context, next) => {
    const source = url.startsWith(root.href) && url.endsWith('.ts') ? read(url.slice(root.href.length)) : undefined
    return source === undefined ? next(url, context) : { format: 'module', source, shortCircuit: true }
  },
})

function read(file) {
  try {
    return readFileSync(new URL(file, stripped))
  } catch {
    return undefined
  }
}
