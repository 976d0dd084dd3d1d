/** Server-sent events as text: for readers to whom it comes decoded. Bytes are split by `sse.ts`, and read by this. */

/** What an event says after `data:`, several lines joined; undefined for comments and events without data. */
export const dataOf = (event: string): string | undefined => {
  let data: string | undefined
  for (const line of event.includes('\r') ? event.split(/\r\n|\n|\r/) : event.split('\n')) {
    if (!line.startsWith('data:')) continue
    const value = line.startsWith('data: ') ? line.slice(6) : line.slice(5)
    data = data === undefined ? value : `${data}\n${value}`
  }
  return data
}

export type TextEvents = {
  /** The events that are complete now, each with its blank line. */
  push: (text: string) => string[]
  /** What is left when the stream ends without a closing blank line. */
  end: () => string | undefined
}

/** The same ends of events that are looked for in bytes. */
const ends = /\n\n|\n\r\n|\r\r/

/** Finds whole events in text that may be cut anywhere. */
export const createTextEvents = (): TextEvents => {
  let rest = ''
  return {
    push: (text) => {
      // What is left holds no end; one may begin in its last two characters.
      let from = Math.max(0, rest.length - 2)
      rest += text
      const events: string[] = []
      for (let found = ends.exec(rest.slice(from)); found !== null; found = ends.exec(rest.slice(from))) {
        const end = from + found.index + found[0].length
        events.push(rest.slice(0, end))
        rest = rest.slice(end)
        from = 0
      }
      return events
    },
    end: () => (rest === '' ? undefined : rest),
  }
}
