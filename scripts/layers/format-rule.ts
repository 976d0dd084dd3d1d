import { isTest, type Rule, violationsOf } from './source-file.ts'

/** Texts write the numbers that stand in them. */
const room = /^web\/lib\/(?:format|i18n\.ts)/
// What is made a number again was only rounded; what is made a text of it then is shown. Minus is the sign that
// languages write, not a longer one.
const ownFormat =
  /(?<!\bNumber\([\w.\s/*()-]*)\.to(?:Fixed|Precision|Exponential|Locale\w*String)\(|new Intl\.(?:NumberFormat|RelativeTimeFormat)\b|\bString\(Number\([\w.]+\.to(?:Fixed|Precision)\(|`\$\$\{|\} m?s`|[`']−/g
// In an element, or in brackets behind a word; in an attribute it is read by a machine.
const ownCount = /(?<![=$])\{[\w.]+\.length(?: [-+] [\w.]+)?\}|\(\$\{[\w.]+\.length\}\)/g
const ownMoney = /contract\/money-text\.ts/g

/** Numbers, money and lengths of time are written in one room, so that each language has its own everywhere. */
export const formatRule: Rule = (files) =>
  files
    .filter(({ path }) => /^web\/(?!testing\/)/.test(path) && !room.test(path) && !isTest(path))
    .flatMap((file) => [
      ...violationsOf(file, ownFormat, () => 'numbers, money and lengths of time are written by web/lib/format.ts'),
      ...violationsOf(file, ownCount, () => 'counts are written by web/lib/format.ts'),
      ...violationsOf(file, ownMoney, () => 'money is written by web/lib/format.ts'),
    ])
