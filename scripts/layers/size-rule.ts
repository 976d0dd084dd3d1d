import { isTest, type Rule, type SourceFile, type Violation } from './source-file.ts'

/** So long a function may be; what builds something of many small ones counts as one. */
const longestFunction = 100
/** Nine files in ten are no longer. */
const longestFile = 150
/** A file of fewer lines should have a reason to be one. */
const smallFile = 20
const mostSmall = 0.15

/** How long files and functions are: something that grew is parted by its meaning, not by its length. */
export const sizeRule: Rule = (files) => {
  const own = files.filter(({ path }) => counted.test(path) && !isTest(path))
  const lengths = own.map(({ text }) => text.split('\n').length - 1).toSorted((one, other) => one - other)
  const ninth = lengths[Math.floor(lengths.length * 0.9)] ?? 0
  const small = lengths.filter((length) => length < smallFile).length / lengths.length
  return [
    ...own.filter(({ path }) => !path.startsWith(neverChanged)).flatMap(longFunctions),
    ...(ninth > longestFile ? [house(`one file in ten is longer than ${ninth} lines: ${longestFile} are enough`)] : []),
    ...(small > mostSmall ? [house(`${percent(small)} of the files are under ${smallFile} lines: merge some`)] : []),
  ]
}

const counted = /^(?:contract|pricing|protocols|providers|server|web)\//
const neverChanged = 'server/db/migrations/'

const house = (message: string): Violation => ({ path: 'contract … web', line: 1, message })
const percent = (share: number): string => `${(share * 100).toFixed(1)} %`

/** Where a function begins, as the formatter leaves it: its first line opens it, and a line as far in closes it. */
const opening = /^( *)(?!.*\b(?:if|for|while|switch|catch|else)\b).*(?:=> \{|\) \{|=> \(|: \w+(?:<.*>)? \{)$/

const longFunctions = ({ path, text }: SourceFile): Violation[] => {
  const lines = text.split('\n')
  return lines.flatMap((line, index): Violation[] => {
    const indent = opening.exec(line)?.[1]
    if (indent === undefined) return []
    const end = lines.findIndex(
      (later, place) => place > index && later.startsWith(indent) && /^[})]/.test(later.slice(indent.length)),
    )
    const length = end - index + 1
    if (end < 0 || length <= longestFunction) return []
    return [{ path, line: index + 1, message: `a function of ${length} lines: ${longestFunction} are enough` }]
  })
}
