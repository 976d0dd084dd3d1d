import { isTest, type Rule, violationsOf } from './source-file.ts'

const listed = 'web/app/pages.ts'
const featureImport = /(?:\bfrom\s*|\bimport\s*\(?\s*)['"]\.\.\/features\/[^'"]+['"]/g

/** The rows of one file are all that knows which pages there are. */
export const pageRule: Rule = (files) =>
  files
    .filter(({ path }) => path.startsWith('web/app/') && path !== listed && !isTest(path))
    .flatMap((file) =>
      violationsOf(file, featureImport, () => `a feature is known to ${listed} alone, so that a page is one row there`),
    )
