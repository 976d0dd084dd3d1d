import { readFileSync } from 'node:fs'

const rows = readFileSync(new URL('../web/app/pages.ts', import.meta.url), 'utf8')

/** Where the console's pages stand, as the table of them says it. */
export const consolePaths: readonly string[] = [
  ...[...rows.matchAll(/^ {4}path: '(\/.*?)'/gm)],
  ...[...rows.matchAll(/^ {2}path: '(\/.*?)'/gm)],
  ...[...rows.matchAll(/createRoute\(\{ \.\.\.chat, path: '(\/.*?)'/g)],
].map(([, path = '']) => path)
