import { isTest, type SourceFile } from '../layers/source-file.ts'
import { accounts } from './accounts.ts'
import { channelForm } from './channel-form.ts'
import { channelTypes } from './channel-types.ts'
import { channels } from './channels.ts'
import { chats } from './chats.ts'
import { constants } from './constants.ts'
import { dashboard } from './dashboard.ts'
import { drawings } from './drawings.ts'
import type { Chapter } from './element.ts'
import { frame } from './frame.ts'
import { localKeys } from './local-keys.ts'
import { logs } from './logs.ts'
import { members } from './members.ts'
import { options } from './options.ts'
import { personal } from './personal.ts'
import { playground } from './playground.ts'
import { prices } from './prices.ts'
import { pricing } from './pricing.ts'
import { redemptions } from './redemptions.ts'
import { routes } from './routes.ts'
import { settings } from './settings.ts'
import { setup } from './setup.ts'
import { siteOptions } from './site-options.ts'
import { tokens } from './tokens.ts'
import { users } from './users.ts'
import { wallet } from './wallet.ts'

/** Everything the contract tells of, screen by screen. */
export const chapters: readonly Chapter[] = [
  constants,
  localKeys,
  siteOptions,
  options,
  members,
  channelTypes,
  routes,
  frame,
  setup,
  accounts,
  personal,
  tokens,
  wallet,
  redemptions,
  users,
  channels,
  channelForm,
  logs,
  dashboard,
  drawings,
  pricing,
  playground,
  chats,
  settings,
  prices,
]

export type PlacedElement = {
  chapter: string
  from: string
  name: string
  file: string
  marker: string
  test: string
  shown: string
  /** Whether the marker stands in the file. */
  isThere: boolean
  /** The title of the test that says what shows it; empty beside all tests, undefined where nobody says it. */
  title: string | undefined
}

/** Every element with what became of its marker and of its test. */
export const placeElements = (files: readonly SourceFile[], from: readonly Chapter[] = chapters): PlacedElement[] => {
  const texts = new Map(files.map(({ path, text }) => [path, text]))
  return from.flatMap(({ title: chapter, parts }) =>
    parts.flatMap(({ from, file, test, elements }) =>
      Object.entries(elements).map(([name, [marker, shown]]) => ({
        ...{ chapter, from, name, file, marker, test, shown },
        isThere: !isTest(file) && (texts.get(file)?.includes(marker) ?? false),
        title: isTest(test) ? titleOf(texts.get(test) ?? '', shown) : undefined,
      })),
    ),
  )
}

/** What is wrong with an element, if anything. */
export const faultOf = ({ isThere, title, file, marker, test, shown }: PlacedElement): string | undefined => {
  if (!isThere) return `${file} has no ${marker}`
  return title === undefined ? `${test} does not say ${shown}` : undefined
}

/** The title of the first test in which a text stands; empty where it stands beside all tests. */
const titleOf = (text: string, shown: string): string | undefined => {
  const tests = [...text.matchAll(titled)].map((match) => {
    const [head, indent = '', , title = ''] = match
    return { title, start: match.index, end: endOf(text, match.index + head.length, indent) }
  })
  const places = placesOf(text, shown)
  if (places.length === 0) return undefined
  const around = (place: number) => tests.find(({ start, end }) => start <= place && place < end)
  return places.map(around).find((test) => test !== undefined)?.title ?? ''
}

/** A test ends with its line, or with the first one that closes what its line opened. */
const endOf = (text: string, place: number, indent: string): number => {
  const lineEnd = text.indexOf('\n', place)
  if (text.slice(place, lineEnd).endsWith(')')) return lineEnd
  const closing = text.slice(lineEnd).search(new RegExp(String.raw`\n${indent}[)}]`))
  return closing < 0 ? text.length : lineEnd + closing
}

const placesOf = (text: string, part: string): number[] => {
  const places: number[] = []
  for (let place = text.indexOf(part); place >= 0; place = text.indexOf(part, place + 1)) places.push(place)
  return places
}

/** A call of a test, also for each of several, up to its title in quotes. */
const titled =
  /^( *)(?:it|test|inEachLanguage)(?:\.\w+)*(?:\([^\n]*?\)|\(\[[\s\S]*?\]\))?\(\s*(['"`])((?:\\.|(?!\2)[^\n])+)\2,/gm

export const writeTable = (placed: readonly PlacedElement[]): string => {
  const sections = [...Map.groupBy(placed, ({ chapter }) => chapter)].map(
    ([chapter, elements]) => `## ${chapter}\n\n${head}\n${elements.map(rowOf).join('\n')}\n`,
  )
  return [introductionOf(placed.length), ...sections].join('\n')
}

const introductionOf = (count: number): string => `# The contract, element by element

What the two parts of the product's contract tell of, in ${count} elements: screens, rules, constants, formulas, options and what
calls take and answer. Each stands where a text in the file says so, and is shown by a test, or by what its tests share. The calls
are in [api-coverage.md](api-coverage.md), the messages in [messages.md](messages.md). Made from \`scripts/contract/\` by
\`node scripts/write-documents.ts\`; \`npm run check\` compares it, \`npm test\` finds what is missing.
`
const head = '| Element | Part | Where | Shown by |\n|---|---|---|---|'

const rowOf = ({ name, from, file, marker, test, shown, title }: PlacedElement): string =>
  `| ${cell(name)} | ${from} | \`${file}\`: ${code(marker)} | \`${test}\`: ${title ? cell(title) : code(shown)} |`

const code = (text: string): string => `\`\`${text.replaceAll('|', '\\|').trim()}\`\``

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;')
