import { readFileSync } from 'node:fs'

const rows = readFileSync(new URL('../web/app/pages.ts', import.meta.url), 'utf8')

/** Where the console's pages stand, as the table of them says it. */
export const consolePaths: readonly string[] = [
  ...[...rows.matchAll(/^ {4}path: '(\/.*?)'/gm)],
  ...[...rows.matchAll(/^ {2}path: '(\/.*?)'/gm)],
  ...[...rows.matchAll(/createRoute\(\{ \.\.\.chat, path: '(\/.*?)'/g)],
].map(([, path = '']) => path)

/** Those of whoever is signed in, with the record that stands first in their list. */
export const signedInPaths = consolePaths
  .map((path) => path.replace('$id', '1'))
  .filter((path) => !/^\/(?:setup|login|register|oauth|reset|user\/reset|chat)/.test(path))
