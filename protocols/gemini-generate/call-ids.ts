/** Ids for calls in a dialect where calls may go without: made up by position, so that they stay the same each turn. */
export type CallIds = {
  /** A turn of the model begins: results that come now answer its calls. */
  beginTurn: () => void
  /** The id of a call, which is the given one unless it was used before. */
  begin: (given: string | undefined, name: string) => string
  /** The id of the call that a result answers: by its id, else by its name, else in order. */
  answer: (given: string | undefined, name: string) => string
}

type OpenCall = { id: string; given: string | undefined; name: string }

export const createCallIds = (): CallIds => {
  const used = new Set<string>()
  let open: OpenCall[] = []
  let made = 0

  const make = (): string => {
    do made += 1
    while (used.has(`call_${made}`))
    return `call_${made}`
  }

  return {
    beginTurn: () => {
      open = []
    },
    begin: (given, name) => {
      const id = given === undefined || used.has(given) ? make() : given
      used.add(id)
      open.push({ id, given, name })
      return id
    },
    answer: (given, name) => {
      const found =
        open.find((call) => given !== undefined && call.given === given) ??
        open.find((call) => call.name === name) ??
        open[0]
      if (found === undefined) return given ?? make()
      open.splice(open.indexOf(found), 1)
      return found.id
    },
  }
}
