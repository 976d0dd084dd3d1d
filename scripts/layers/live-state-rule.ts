import { isTest, type Rule, violationsOf } from './source-file.ts'

/** Those that put the parts together, and the flow that lists the stages: they alone have all of it in their hands. */
const holders = /^server\/(?:start|create-plane|domain\/(?:domain|open-domain)|relay\/relay|api\/control-plane)\.ts$/

/** The whole of the live state as a type; `Pick<Domain, …>` is what a part says it needs of it. */
const wholePattern = /(?<!Pick<\s*)\bDomain\b(?!['"\]])/g

/** Each part names what it needs of the live state: whoever has all of it needs to be read whole to see what it touches. */
export const liveStateRule: Rule = (files) =>
  files
    .filter(({ path }) => path.startsWith('server/') && !isTest(path) && !holders.test(path))
    .flatMap((file) => {
      const lines = file.text.split('\n')
      return violationsOf(file, wholePattern, (match) => {
        const line = lines[file.text.slice(0, match.index).split('\n').length - 1] ?? ''
        if (/^import |^\s*(?:\/?\*|\/\/)/.test(line)) return undefined
        return 'takes all of the live state: write Pick<Domain, …> with the parts that are used'
      })
    })
