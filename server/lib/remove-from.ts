/**
 * Takes an item out of a list whose order means nothing.
 *
 * Lists, not sets or maps, hold what comes and goes with every call or connection: those make new tables all the time,
 * and each old table points to the next. Once the collector has moved one to the old generation, whatever was in the
 * later ones stays until it is cleaned up too (docs/decisions/0015-lists-of-what-comes-and-goes.md).
 */
export const removeFrom = <Item extends object>(list: Item[], item: Item): void => {
  // What came last mostly goes first.
  const place = list.lastIndexOf(item)
  if (place < 0) return
  const last = list.pop()
  if (last !== undefined && last !== item) list[place] = last
}
