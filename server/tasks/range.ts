import type { OpenMedium } from './open-address.ts'

/** The part that a client wants, as it is asked for on; undefined where it wants all, or says it oddly. */
export const rangeOf = (told: string | undefined): string | undefined =>
  told !== undefined && /^bytes=(?:\d+-\d*|-\d+)$/.test(told) ? told : undefined

export const passedStatuses: ReadonlySet<number> = new Set([200, 206, 416])

/** What a client is told of the length and the part that it gets. */
export const passedHeaders = ({ header }: OpenMedium): string[] =>
  ['content-length', 'content-range', 'accept-ranges'].flatMap((name) => {
    const value = header(name)
    return value === undefined ? [] : [name, value]
  })
