import { isTest, type Rule, type SourceFile, type Violation, violationsOf } from './source-file.ts'

const silencers =
  /@ts-(?:ignore|expect-error|nocheck)\b|\bbiome-ignore[\w-]* lint\/\w+\/(?:noExplicitAny|noNonNullAssertion)\b/g

const cast =
  /[\w)\]}>'"`] as (?:unknown|any|string|number|boolean|never|readonly|keyof|typeof|[A-Z]\w*|\{|\[)|^\s*as [A-Z]/

/** Comments, names changed in imports and exports, and keys of mapped types say `as` too. */
const otherUse = /^\s*(?:import|export \*|export \{|\*|\/[/*])|^\s*(?:type )?\w+ as \w+,?$|\[\w+ in /

const quoted = /'[^']*'|"[^"]*"/g

/** Checks are not switched off, and a cast outside a seam is a check switched off. */
export const silenceRule: Rule = (files) =>
  files.flatMap((file) => [
    ...violationsOf(file, silencers, ([found]) => `"${found}" switches a check off: change the code instead`),
    ...(isTest(file.path) ? [] : castsOf(file)),
  ])

const castsOf = ({ path, text }: SourceFile): Violation[] => {
  const lines = text.split('\n')
  return lines.flatMap((line, index) => {
    if (otherUse.test(line) || !cast.test(line.replace(quoted, "''"))) return []
    if (line.includes('seam:') || lines[index - 1]?.includes('seam:')) return []
    const message = `"${line.trim()}" casts: parse the value, or say on the line above "seam:" and why the cast is sound`
    return [{ path, line: index + 1, message }]
  })
}
