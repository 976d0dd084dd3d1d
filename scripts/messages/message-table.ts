import { type SpecifiedMessage, specifiedMessages, type TextName } from '#testing/specified-messages.ts'
import { areas } from '#web/locales/areas.ts'
import type { Message } from '#web/locales/translation.ts'
import { isTest, type SourceFile } from '../layers/source-file.ts'

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
      return { name, text, test: text.en === undefined ? undefined : testOf(name, text.en, tests) }
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
  typeof message === 'string' ? [message] : [message.one, message.other]

/** The names in braces, each once. */
export const namesIn = (message: Message): readonly string[] =>
  [...new Set(formsOf(message).flatMap((form) => [...form.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)))].sort()

const refusalTest = 'server/api/messages.test.ts'

const title = '# Messages of the specification\n'
const introduction =
  'Every message that either part of the specification names, what says it, and the test that shows it: codes of\n' +
  '`contract/errors.ts` are refusals of the server, the others are texts of the console by area and key. Made by\n' +
  '`node scripts/write-messages.ts`; `npm test` checks that it is up to date, that nothing is missing, and that all of\n' +
  'it exists in both languages.\n'
const head = '| Part | Message | Said by | Shown by |\n|---|---|---|---|'

const readTexts = async (): Promise<Texts> => {
  const texts = new Map<string, Translated>()
  for (const [area, load] of Object.entries(areas)) {
    const { messages: en } = await load.en()
    const zh: Record<string, Message> = (await load.zh()).messages
    for (const [key, message] of Object.entries<Message>(en)) {
      texts.set(`${area}.${key}`, { en: message, zh: zh[key] })
    }
  }
  return texts
}

/** The test of the text's own screen, else one in a browser; what all screens share may be shown by any of them. */
const testOf = (name: TextName, text: Message, tests: readonly SourceFile[]): string | undefined => {
  const area = name.slice(0, name.indexOf('.'))
  const own = area === 'common' ? /^web\// : new RegExp(`^web/features/${area}/`)
  const candidates = [...tests.filter(({ path }) => own.test(path)), ...tests.filter(({ path }) => /^e2e\//.test(path))]
  const said = formsOf(text).map(patternOf)
  return candidates.find(({ text: source }) => said.some((pattern) => pattern.test(source)))?.path
}

/** Finds the text in a test, filled with whatever, and not as a part of a longer word. */
const patternOf = (form: string): RegExp =>
  new RegExp(
    `(?<!\\w)${form
      .split(/\{\w+\}/)
      .map(literally)
      .join('.+?')}(?!\\w)`,
  )

const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
