/** What an `<input type="datetime-local">` shows for a time in seconds; empty when there is none. */
export const localTimeText = (seconds: number | null): string => {
  if (seconds === null || !Number.isFinite(seconds)) return ''
  const date = new Date(seconds * 1000)
  const day = [padded(date.getFullYear(), 4), padded(date.getMonth() + 1), padded(date.getDate())].join('-')
  const time = `${padded(date.getHours())}:${padded(date.getMinutes())}`
  // Browsers leave out seconds that are zero: so do we, or the field would be written again on every draw.
  return date.getSeconds() === 0 ? `${day}T${time}` : `${day}T${time}:${padded(date.getSeconds())}`
}

/** The seconds of such a text; null when it is not a date. */
export const secondsOfLocalTime = (text: string): number | null => {
  const milliseconds = Date.parse(text)
  return Number.isNaN(milliseconds) ? null : Math.floor(milliseconds / 1000)
}

const padded = (value: number, length = 2): string => String(value).padStart(length, '0')
