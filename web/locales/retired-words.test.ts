import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { areaFiles } from './files.ts'

/** One thing has one word: these are others that it had. */
const retired = {
  en: [
    /\b(?:promot|demot)(?:e|es|ed|ing)\b/i,
    /\brecharg(?:e|es|ed|ing)\b/i,
    /\bordinary users?\b/i,
    /\badministrators?\b/i,
    /\bby hand\b/i,
    /\bsign(?:s|ed|ing)?[ -]in\b/i,
    /\busual ratio\b/i,
    /\b(?:not bound|bind|mend)\b/i,
    /\boperators?\b|\bdialects?\b/i,
    /\bmailbox(?:es)?\b|\bmails\b|\b(?:a|by|send|this) mail\b/i,
    /(?:^|[a-z,] )(?:films?|pictures?|sounds?)\b/i,
    /\b(?:the|an?|no|its|longest|shorte?r?) answers?\b/i,
    /\bfor ever\b/i,
    /\bsensitive words?\b/i,
    /\bwhitelist\b/i,
    /^Empty: |\. Empty: |^Left empty/,
    /\.{3}|!$/,
    /\bcolours?\b/i,
    /\bsuccess\b(?! rate)/i,
    /^Please |\bplease retry\b/,
    /\b(?:save|refresh|update|fetch|copy|check-in) failed\b/i,
    /^Failed to /,
    /\bnot a valid JSON string\b/i,
    /\bPassword length\b|\bmailbox, please\b/i,
    /\bOperation completed\b|\b(?:add|update) succeeded$/i,
    /\bnew notice\b/i,
    /^Notice$/,
    /\b(?:Email|\{name\}|Account) bound$/,
    /\bfill value\b|\bTurnstile is\b/i,
    /^[A-Z][a-z]+ name to \w/,
    /\b(?:no|some|last|recent|first|next|latest|older|failed|new|small|per) calls?\b(?!:)|\bcalls? (?:failed|succeeded)\b/i,
  ],
  zh: [
    /历史消耗|已用额度|剩余额度|当前余额/,
    /提升|降级/,
    /无限制|无限额度/,
    /失效时间/,
    /敏感词/,
    /供应商/,
    /接口地址|代理地址/,
    /熔断|试探中|暂停使用/,
    // Accounts at an upstream are called so.
    /(?<!绘图)账号(?!绘图)/,
    /你/,
    /\.{3}|……|！/,
    /[「」]/,
    /花费时间|语音输入|缓存创建/,
    /(?<![A-Za-z`_{-])tokens?(?![A-Za-z_])/,
    /成功完成|创建成功|更新成功|保存成功|添加成功/,
    /密码长度/,
    /不是合法的 JSON|不是有效的 JSON|必须是合法的 JSON/,
    /格式错误/,
    /填充值|充值数量/,
    /账户绑定成功/,
    /Turnstile (?:校验|正在)/,
    /名称到|类别到/,
    // It is a verb; tools are called too.
    /(?<!1000 )次调用|(?:无|最近|没有|失败|新的|部分|恢复|发起)的?调用/,
    /长提示(?!词)|提示(?:更长|超过|长度)/,
    /队列中|执行中|(?<!批)处理中/,
    /Client (?:ID|Secret)/,
    /响应(?:保留| \{id\})|(?:最早|保留)的响应/,
    /管理员(?:开启|关闭|未开启|未设置)/,
    // A space stands between Chinese and Latin, and Chinese has marks of its own. With kana it is Japanese.
    /^[^\p{Script=Hiragana}\p{Script=Katakana}]*?(?:\p{Script=Han}[A-Za-z0-9,;:!?()]|[A-Za-z0-9,;!?()]\p{Script=Han})[^\p{Script=Hiragana}\p{Script=Katakana}]*$/u,
  ],
} as const

type Language = keyof typeof retired
type Told = { place: string; text: string }

/** What the console says. */
const consoleTexts = async (language: Language): Promise<Told[]> => {
  const told: Told[] = []
  for (const [path, load] of Object.entries(areaFiles)) {
    const [, area] = new RegExp(`^\\./${language}/(.*)\\.ts$`).exec(path) ?? []
    for (const [key, message] of area === undefined ? [] : Object.entries(await load()))
      for (const text of typeof message === 'string' ? [message] : Object.values(message))
        told.push({ place: `${area}.${key}`, text })
  }
  return told
}

/** What the server says, in refusals and their reasons, in mails and in notifications: wherever it speaks Chinese too. */
const serverTexts = (language: Language): Told[] => {
  const paths = globSync(['contract/*.ts', 'server/{api,domain}/**/*.ts']).filter((path) => !path.endsWith('.test.ts'))
  return paths.flatMap((path) => {
    const source = readFileSync(path, 'utf8').replace(unsaid, '')
    const texts = han.test(source) ? [...source.matchAll(literal)].map(([, , text = '']) => text) : []
    return texts.filter((text) => han.test(text) === (language === 'zh')).map((text) => ({ place: path, text }))
  })
}
/** Comments, and where something is imported from. */
const unsaid = /\/\*.*?\*\/|(?<=^|\s)\/\/[^\n]*|\bfrom '[^']*'/gs
const literal = /(['"`])((?:\\.|(?!\1).)*)\1/gs
const han = /\p{Script=Han}/u

it.each(['en', 'zh'] as const)('no word that was retired comes back: %s', async (language) => {
  const told = [...(await consoleTexts(language)), ...serverTexts(language)]
  const places = new Set(told.map(({ place }) => place))
  for (const place of [
    'contract/errors-of-relay.ts',
    'contract/error-reasons.ts',
    'server/domain/messages/mail-texts.ts',
  ])
    expect(places).toContain(place)
  const found = told.flatMap(({ place, text }) => {
    const word = retired[language].find((each) => each.test(text))
    return word ? [`${place}: ${text} (${word})`] : []
  })
  expect(found).toEqual([])
})
