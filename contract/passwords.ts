/** What the length of a password may be, in signs as people count them: server and forms agree on it. */
export const shortestPassword = 8
export const longestPassword = 128

/** The same signs in one spelling: keyboards write some of them in several. */
export const normalPassword = (password: string): string => password.normalize('NFKC')

export const passwordLength = (password: string): number => [...normalPassword(password)].length
