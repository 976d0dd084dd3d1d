/** The entries whose description has all words of the query, in any order and case. */
export const findByWords = <Entry>(
  entries: readonly Entry[],
  query: string,
  describe: (entry: Entry) => string,
): readonly Entry[] => {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  if (words.length === 0) return entries
  return entries.filter((entry) => {
    const text = describe(entry).toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
