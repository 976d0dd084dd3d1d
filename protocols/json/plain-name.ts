/** `service_tier`, `serviceTier` and `Service-Tier` are one: what reads a body may look past capitals and underscores. */
export const plainName = (name: string): string => {
  const known = plainNames.get(name)
  if (known !== undefined) return known
  const plain = name.toLowerCase().replace(/[_-]/g, '')
  // Names come from clients: only so many are remembered.
  if (plainNames.size < mostNames && name.length < longestName) plainNames.set(name, plain)
  return plain
}

const plainNames = new Map<string, string>()
const mostNames = 2000
const longestName = 64
