/** How many times its usual price a film of a size costs, by model and size. */
export type FilmSizes = Readonly<Record<string, Readonly<Record<string, number>>>>

/** A size costs the same upright and lying; one that is not named costs the usual price. */
export const timesOfSize = (sizes: FilmSizes, model: string, size: string | undefined): number => {
  const own = Object.hasOwn(sizes, model) ? sizes[model] : undefined
  if (own === undefined || size === undefined) return 1
  const turned = size.split('x').toReversed().join('x')
  const named = [size, turned].find((each) => Object.hasOwn(own, each))
  return (named === undefined ? undefined : own[named]) ?? 1
}
