import * as z from 'zod/mini'
import type { CardTry } from '#contract/channel-cards.ts'

/** What a call may want of a model that not every model can. */
export type Ability = 'whole' | 'stream' | 'tools' | 'picture'

type Lacks = ReadonlyMap<string, ReadonlySet<string>>

export const lackOf = (dialect: string, ability: Ability): string => `${dialect}.${ability}`

/**
 * What the tries say a model cannot: only what was refused, of a model that answered something, and only where the same
 * without it was answered. Whatever failed otherwise says nothing.
 */
export const lacksOf = (tries: readonly CardTry[]): Lacks => {
  const lacks = new Map<string, ReadonlySet<string>>()
  for (const [model, own] of Map.groupBy(tries, ({ model }) => model)) {
    if (!own.some(answered)) continue
    const dialects = Map.groupBy(own, ({ dialect }) => dialect)
    const found = [...dialects].flatMap(([dialect, each]) =>
      abilitiesLacked(each).map((ability) => lackOf(dialect, ability)),
    )
    if (found.length > 0) lacks.set(model, new Set(found))
  }
  return lacks
}

const answered = ({ outcome }: CardTry): boolean => outcome === 'can' || outcome === 'ignored'

const abilitiesLacked = (tries: readonly CardTry[]): Ability[] => {
  const text = (streamed: boolean) => tries.find((each) => each.wants === 'text' && each.streamed === streamed)
  const isRefused = (streamed: boolean) => text(streamed)?.outcome === 'refused'
  const lacksWish = (wants: CardTry['wants']) => {
    const fair = tries.filter((each) => each.wants === wants && text(each.streamed)?.outcome === 'can')
    return fair.length > 0 && fair.every(({ outcome }) => outcome === 'refused')
  }
  return [
    ...(isRefused(false) ? ['whole' as const] : []),
    ...(isRefused(true) ? ['stream' as const] : []),
    ...(lacksWish('tools') ? ['tools' as const] : []),
    ...(lacksWish('picture') ? ['picture' as const] : []),
  ]
}

const stored = z.record(z.string(), z.array(z.string()))

/** As the row of the channel keeps it; nothing where it lacks nothing. */
export const writeLacking = (lacks: Lacks): string =>
  lacks.size === 0 ? '' : JSON.stringify(Object.fromEntries([...lacks].map(([model, own]) => [model, [...own]])))

export const readLacking = (text: string): Lacks =>
  text === ''
    ? none
    : new Map(Object.entries(stored.parse(JSON.parse(text))).map(([model, own]) => [model, new Set(own)]))

const none: Lacks = new Map()
