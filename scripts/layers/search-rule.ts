import { isTest, type Rule, violationsOf } from './source-file.ts'

const one = 'web/lib/name-search.ts'
/** Whole conversations are searched in their order of time, and the price list forgives missing signs. */
const others = [one, 'web/features/playground/kept-conversations.ts', 'web/features/pricing/model-finding.ts']
const ownSearch = /\.toLowerCase\(\)[\s\S]{0,120}?\.includes\(/g

/** What is typed to find a name is looked for in one way, so that what fits best comes first everywhere. */
export const searchRule: Rule = (files) =>
  files
    .filter(({ path }) => /^web\/(?!testing\/)/.test(path) && !others.includes(path) && !isTest(path))
    .flatMap((file) => violationsOf(file, ownSearch, () => `names are searched by findNames of ${one}`))
