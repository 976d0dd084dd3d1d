import { isTest, type Rule, type SourceFile, violationsOf } from './source-file.ts'

const checked = /^(?:contract|pricing|protocols|server|web)\//

/** What holds the number of a channel's vendor. 0 is no vendor: it stands for any. */
const type = String.raw`(?<![\w])(?:[\w$]+\??\.)*(?:type|channelType|channel_type|providerType)\b`
const number = String.raw`[1-9]\d*\b`
const numbers = String.raw`\[\s*${number}[\s\d,]*\]`

const uses = new RegExp(
  [
    String.raw`${type}\)?\s*(?:[=!]==?|[<>]=?)\s*${number}`,
    String.raw`(?<![\w.])${number}\s*[=!]==?\s*${type}`,
    String.raw`${numbers}(?: as const)?\)?\.(?:includes|indexOf|some|find)\(\s*${type}`,
    String.raw`new (?:Set|Map)(?:<[^()]*>)?\(\[[\s\d,]*\]\)\.has\(\s*${type}`,
    String.raw`switch \(\s*${type}\s*\)\s*\{\s*(?:\/\/[^\n]*\s*)*case ${number}`,
    // A name for a number, or for several, is still the number.
    String.raw`const \w*[tT]ypes?(?:: [^=\n]+)? = (?:new (?:Set|Map)(?:<[^()]*>)?\()?[\s[{]*${number}`,
  ].join('|'),
  'g',
)

/** A table that numbers are the keys of, and its name. */
const table = /const (\w+)(?:: [^=\n]+)? = (?:new (?:Set|Map)(?:<[^()]*>)?\(\s*\[|\[|\{)[\s[]*[1-9]\d*\b(?=\s*[:,\]])/g
const lookup = new RegExp(String.raw`\b(\w+)(?:\.(?:get|has|includes)\(|\?*\.?\[)\s*${type}`, 'g')

/** A vendor's number stands in providers/ alone, as its name does: a quirk behind a number is a quirk out of its file. */
export const vendorNumberRule: Rule = (files) => {
  const read = files.filter(({ path }) => checked.test(path) && !isTest(path))
  const tables = new Set(read.flatMap(tablesOf))
  return read.flatMap((file) => [
    ...violationsOf(file, uses, ([found]) => messageFor(found)),
    ...violationsOf(file, lookup, ([found, name = '']) => (tables.has(name) ? messageFor(found) : undefined)),
  ])
}

const tablesOf = ({ text }: SourceFile): string[] => [...text.matchAll(table)].map(([, name = '']) => name)

const messageFor = (found: string): string =>
  `"${found.replace(/\s+/g, ' ')}" knows a vendor by its number: ask the provider for what differs, and serve it to ` +
  'the console with contract/providers.ts'
