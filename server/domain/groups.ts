import type { Language } from '#contract/languages.ts'
import type { Options } from './options.ts'

export type GroupChoices = Record<string, { ratio: number; desc: string }>

/** The names of the groups a member of `userGroup` may use; undefined is somebody who is not signed in. */
export const usableGroups = (options: Options, userGroup: string | undefined): ReadonlySet<string> => {
  const offered = Object.keys(options.get('UserUsableGroups'))
  return new Set(userGroup === undefined ? offered : [...offered, ownGroup(userGroup)])
}

/** Those of them that have a ratio, with what they cost. The own group is there even without one: it costs 1. */
export const groupChoices = (options: Options, userGroup: string | undefined, language: Language): GroupChoices => {
  const ratios = options.get('GroupRatio')
  const descriptions = options.get('UserUsableGroups')
  const own = userGroup === undefined ? undefined : ownGroup(userGroup)
  return Object.fromEntries(
    [...usableGroups(options, userGroup)]
      .filter((name) => Object.hasOwn(ratios, name) || name === own)
      .map((name) => [
        name,
        {
          ratio: specialRatio(options, userGroup, name) ?? ratios[name] ?? 1,
          desc: described(descriptions[name], language),
        },
      ]),
  )
}

/** What members of a group pay in another, where that differs from what everybody pays there. */
export const specialRatio = (options: Options, userGroup: string | undefined, group: string): number | undefined => {
  const specials = options.get('GroupGroupRatio')
  const own = userGroup !== undefined && Object.hasOwn(specials, userGroup) ? specials[userGroup] : undefined
  return own !== undefined && Object.hasOwn(own, group) ? own[group] : undefined
}

const ownGroup = (userGroup: string): string => (userGroup === '' ? 'default' : userGroup)

/** What nobody described in words of his own is told in the reader's language. */
const described = (text: string | undefined, language: Language): string => {
  if (text === undefined) return ownGroupDescription[language]
  return usualDescriptions.find(({ en }) => en === text)?.[language] ?? text
}

type InEachLanguage = Readonly<Record<Language, string>>

const ownGroupDescription: InEachLanguage = {
  en: 'Account group',
  zh: '用户分组',
  ja: 'アカウントのグループ',
  fr: 'Groupe du compte',
  ru: 'Группа аккаунта',
  vi: 'Nhóm của tài khoản',
}

/** Of the groups that there are from the first start on. */
const usualDescriptions: readonly InEachLanguage[] = [
  {
    en: 'Default group',
    zh: '默认分组',
    ja: 'デフォルトグループ',
    fr: 'Groupe par défaut',
    ru: 'Группа по умолчанию',
    vi: 'Nhóm mặc định',
  },
  { en: 'VIP group', zh: 'VIP 分组', ja: 'VIPグループ', fr: 'Groupe VIP', ru: 'VIP-группа', vi: 'Nhóm VIP' },
]
