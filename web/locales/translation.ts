import type { Language, PluralOf } from '#contract/languages.ts'

/** One text, or one per plural form of its language. Words in braces are filled in: `{name}`. */
type Message<L extends Language> = string | { readonly [Form in PluralOf<L>]: string }

/** The same keys in another language: a missing or an extra key or plural form does not compile. */
export type Translation<Source, L extends Language> = { readonly [Key in keyof Source]: Message<L> }

/** The texts of a file as they are looked up: the form that every language has stands in for any other. */
export type Messages = Readonly<Record<string, string | PluralText>>

export type PluralText = { readonly [Form in Intl.LDMLPluralRule]?: string } & { readonly other: string }
