/** Where a text stops being JSON, as `line:column`, both from 1; undefined when it is JSON. */
export const jsonFault = (text: string): string | undefined => {
  const fault = faultAt(text)
  if (fault === undefined) return undefined
  const linesBefore = text.slice(0, fault).split('\n')
  return `${linesBefore.length}:${(linesBefore.at(-1) ?? '').length + 1}`
}

const space = /[\t\n\r ]*/y
const word =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: JSON allows none of them inside a string
  /[{}[\]:,]|"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y

/** The kinds of word a value may begin with; a name and a text are `"`, numbers and constants are `0`. */
const valueStart = '{["0'

const faultAt = (text: string): number | undefined => {
  const openBrackets: string[] = []
  let allowed = valueStart
  let place = 0
  for (;;) {
    space.lastIndex = place
    space.exec(text)
    place = space.lastIndex
    if (place === text.length) return allowed === '' ? undefined : place
    word.lastIndex = place
    const found = word.exec(text)?.[0] ?? ''
    const kind = found.replace(/^[-\w].*/s, '0').charAt(0)
    if (found === '' || !allowed.includes(kind)) return place
    place += found.length
    const isName = kind === '"' && !allowed.includes('0')
    if (kind === '}' || kind === ']') openBrackets.pop()
    if (kind === '{' || kind === '[') openBrackets.push(kind)
    const holder = openBrackets.at(-1)
    if (kind === '{') allowed = '"}'
    else if (kind === '[') allowed = `${valueStart}]`
    else if (kind === ',') allowed = holder === '{' ? '"' : valueStart
    else if (kind === ':') allowed = valueStart
    else if (isName) allowed = ':'
    else if (holder === undefined) allowed = ''
    else allowed = holder === '{' ? ',}' : ',]'
  }
}
