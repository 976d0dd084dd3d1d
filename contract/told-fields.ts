import * as z from 'zod/mini'

/**
 * Fields that are told with an entity and that no change of it sets. Whoever writes back what he read sends them too;
 * one that says something else than is so is refused by its name.
 *
 * `fixed`: as it is. `grows`: what it was a moment ago will do. `beside`: as it is, unless that other field was sent
 * as it was before, so that this one may be from before as well. `live`: goes up and down by itself, so that nothing
 * can be told from a difference.
 */
export type ToldKind = 'fixed' | 'grows' | 'live' | { beside: string }

export type ToldFields<Entity> = { readonly [Name in keyof Entity]?: ToldKind }

/** What a change takes of them: the same as is told. */
export const echoed = <Shape extends Readonly<Record<string, z.ZodMiniType>>, Name extends keyof Shape & string>(
  shape: Shape,
  told: Readonly<Record<Name, ToldKind>>,
) =>
  // seam: Object.fromEntries forgets which names there are
  Object.fromEntries(Object.keys(told).map((name) => [name, z.optional(shape[name] ?? z.unknown())])) as {
    [Each in Name]: z.ZodMiniOptional<Shape[Each]>
  }

/** The first field that was sent with something else than is so. */
export const wronglyTold = (
  told: Readonly<Record<string, ToldKind>>,
  sent: Readonly<Record<string, unknown>>,
  now: Readonly<Record<string, unknown>>,
): string | undefined =>
  Object.keys(told).find((name) => {
    const kind = told[name]
    if (kind === undefined || kind === 'live' || sent[name] === undefined || isSame(sent[name], now[name])) return false
    if (kind === 'fixed') return true
    if (kind === 'grows') return Number(sent[name]) > Number(now[name])
    return sent[kind.beside] === undefined || isSame(sent[kind.beside], now[kind.beside])
  })

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
