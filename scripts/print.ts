/** What a command says to the person who ran it. */
export const print = (text: string): void => {
  process.stdout.write(`${text}\n`)
}
