/** What the extra field is called where a kind of channel has a meaning of its own for it. */
const otherLabels: ReadonlyMap<number, 'otherVersion' | 'otherPlugin' | 'otherAccount' | 'otherRegion'> = new Map([
  [3, 'otherVersion'],
  [17, 'otherPlugin'],
  [18, 'otherVersion'],
  [24, 'otherVersion'],
  [39, 'otherAccount'],
  [41, 'otherRegion'],
])

export const otherLabel = (type: number) => otherLabels.get(type)

/** Its address is the whole endpoint. */
export const wholeAddressType = 8
