import type { Sentences } from './error-reasons.ts'

type Pattern = { wanted: RegExp; names: readonly string[]; sentence: string }

const patternOf = ([english, sentence]: [string, string]): Pattern => ({
  wanted: new RegExp(
    `^${english.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`).replaceAll(/\{\w+\}/g, '(.+)')}$`,
    's',
  ),
  names: [...english.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
  sentence,
})

const wordsOf = ([english]: [string, string]): number => english.replaceAll(/\{\w+\}/g, '').length

/** `messages[0].role: must be a string` as the readers of a language say it; what no dialect of ours says stays as it is. */
export const dialectReader = (sentences: Sentences): ((reason: string) => string) => {
  const patterns = Object.entries(sentences)
    .filter(([english]) => english.includes('{'))
    .sort((one, other) => wordsOf(other) - wordsOf(one))
    .map(patternOf)
  const sentenceOf = (english: string): string | undefined => {
    if (Object.hasOwn(sentences, english)) return sentences[english]
    for (const { wanted, names, sentence } of patterns) {
      const found = wanted.exec(english)
      if (found) return put(sentence, Object.fromEntries(names.map((name, index) => [name, found[index + 1] ?? ''])))
    }
    return undefined
  }
  const say = (reason: string): string => {
    // A line of a batch has its own before it.
    const [, line, own] = /^line (\d+): (.+)$/s.exec(reason) ?? []
    if (line !== undefined && own !== undefined) return put(sentences.reason_of_line, { line, reason: say(own) })
    for (let place = reason.indexOf(': '); place >= 0; place = reason.indexOf(': ', place + 1)) {
      const told = sentenceOf(reason.slice(place + 2))
      if (told !== undefined) return put(sentences.reason_of_place, { place: reason.slice(0, place), reason: told })
    }
    return reason
  }
  return say
}

/** What a dialect says names no number that a word would have to follow. */
const put = (sentence = '{reason}', values: Readonly<Record<string, string>>): string =>
  sentence.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
