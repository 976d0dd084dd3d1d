/** The names of a list as it is sent: separated by commas, each trimmed. */
export const nameList = (text: string): string[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
