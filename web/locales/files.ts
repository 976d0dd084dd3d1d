import type { Messages } from './translation.ts'

export type Files<Texts> = Readonly<Record<string, () => Promise<Texts>>>

/** Every text of the console, found by its folder: each file is a chunk of its own. */
export const areaFiles: Files<Messages> = import.meta.glob<Messages>(
  ['./*/*.ts', '!./*/errors.ts', '!./*/reasons.ts'],
  {
    import: 'messages',
  },
)
