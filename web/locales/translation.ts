/** One text, or one per plural form. Words in braces are filled in: `{name}`. */
export type Message = string | { readonly one: string; readonly other: string }

/** The same keys in another language: a missing or an extra key does not compile. */
export type Translation<Source> = { readonly [Key in keyof Source]: Message }
