import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type SpecifiedMessage, specifiedMessages, type TextName } from '#testing/specified-messages.ts'
import type { Messages } from '#web/locales/translation.ts'
import { isTest, type SourceFile } from '../layers/source-file.ts'
import { projectFolder } from '../run-program.ts'

type Message = Messages[string]
type Translated = { en: Message | undefined; zh: Message | undefined }
/** Every text of the console, by area and key. */
type Texts = ReadonlyMap<string, Translated>

type ShownText = { name: TextName; text: Translated; test: string | undefined }

export type CoveredMessage = Omit<SpecifiedMessage, 'texts'> & { texts: readonly ShownText[] }

/** Every message of the specification with the test that shows each of its texts. */
export const coverMessages = async (files: readonly SourceFile[]): Promise<CoveredMessage[]> => {
  const texts = await readTexts()
  const tests = files.filter(({ path }) => isTest(path))
  return specifiedMessages.map(({ texts: names = [], ...message }) => ({
    ...message,
    texts: names.map((name) => {
      const text = texts.get(name) ?? { en: undefined, zh: undefined }
      return { name, text, test: testOf(name, text, tests) }
    }),
  }))
}

export const writeTable = (messages: readonly CoveredMessage[]): string => {
  const rows = messages.map(({ message, from, refusal, texts }) => {
    const said = [...(refusal === undefined ? [] : [`\`${refusal}\``]), ...texts.map(({ name }) => `\`${name}\``)]
    const shown = [...(refusal === undefined ? [] : [refusalTest]), ...texts.map(({ test = '**missing**' }) => test)]
    return `| ${from} | ${message} | ${said.join('<br>') || '**missing**'} | ${[...new Set(shown)].join('<br>')} |`
  })
  return `${[title, introduction, head, ...rows].join('\n')}\n`
}

/** The words of a message in the order a reader meets them: one form, or one per plural. */
export const formsOf = (message: Message): readonly string[] =>
  typeof message === 'string' ? [message] : Object.values(message)

/** The names in braces, each once. */
export const namesIn = (message: Message): readonly string[] =>
  [...new Set(formsOf(message).flatMap((form) => [...form.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)))].sort()

const refusalTest = 'server/api/messages.test.ts'

const title = '# Messages of the specification\n'
const introduction =
  'Every message that either part of the specification names, what says it, and the test that shows it in English and\n' +
  'in Chinese: codes of `contract/errors.ts` are refusals of the server, the others are texts of the console by area and\n' +
  'key. A test shows a text in both languages when it runs in each (`inEachLanguage`), or when it names the text in both.\n' +
  'Made by `node scripts/write-documents.ts`; `npm run check` compares it, `npm test` finds what is missing.\n'
const head = '| Part | Message | Said by | Shown by |\n|---|---|---|---|'

const localesFolder = join(projectFolder, 'web/locales')

const readTexts = async (): Promise<Texts> => {
  const texts = new Map<string, Translated>()
  for (const file of readdirSync(join(localesFolder, 'en')).filter((name) => name.endsWith('.ts'))) {
    const [english, chinese] = [await readMessages(`en/${file}`), await readMessages(`zh/${file}`)]
    const area = file.replace(/\.ts$/, '')
    for (const [key, message] of Object.entries(english)) {
      texts.set(`${area}.${key}`, { en: message, zh: chinese[key] })
    }
  }
  return texts
}

const readMessages = async (file: string): Promise<Messages> => {
  const module: { messages: Messages } = await import(pathToFileURL(join(localesFolder, file)).href)
  return module.messages
}

/**
 * The test that shows the text in each language: one of its own screen, else one in a browser. What all screens share
 * may be shown by any of them.
 */
const testOf = (name: TextName, text: Translated, tests: readonly SourceFile[]): string | undefined => {
  const area = name.slice(0, name.indexOf('.'))
  const own = shared.has(area) ? /^web\// : new RegExp(`^web/features/${area}/`)
  const candidates = [...tests.filter(({ path }) => own.test(path)), ...tests.filter(({ path }) => /^e2e\//.test(path))]
  return candidates.find(({ text: source }) => says(testsInEachLanguage(source), text.en) || saysBoth(source, text))
    ?.path
}

const shared: ReadonlySet<string> = new Set(['common', 'dialogs'])

/** A test that names the text in each of its languages shows it in each. */
const saysBoth = (source: string, { en, zh }: Translated) => says(source, en) && says(source, zh)

const says = (source: string, text: Message | undefined): boolean =>
  text !== undefined && formsOf(text).some((form) => patternOf(form).test(source))

/** What a test file runs in each language: it is named in English there, and looked for in the words of both. */
const testsInEachLanguage = (source: string): string =>
  [...source.matchAll(/^( *)inEachLanguage\((?:.*\)$|[\s\S]*?^\1[})].*$)/gm)].map(([test]) => test).join('\n')

/** Finds the text in a test, filled with whatever, and not as a part of a longer word. */
const patternOf = (form: string): RegExp =>
  new RegExp(
    `(?<!\\w)${form
      .split(/\{\w+\}/)
      .map(literally)
      .join('.+?')}(?!\\w)`,
  )

const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
