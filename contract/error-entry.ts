/**
 * The status an error is answered with and its sentence in both languages; words in braces are filled from its values.
 * With `reasonBehind` a reason among them, where there is one, stands behind the sentence; with `ofDialect` it is one of
 * those that dialects give.
 */
export type ErrorEntry = { status: number; en: string; zh: string; reasonBehind?: true; ofDialect?: true }
