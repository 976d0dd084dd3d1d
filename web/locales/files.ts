import type { Messages } from './translation.ts'

/** Every text of the console, found by its folder: `./<language>/<area>.ts`. Each file is a chunk of its own. */
export const areaFiles: Readonly<Record<string, () => Promise<Messages>>> = import.meta.glob<Messages>('./*/*.ts', {
  import: 'messages',
})
