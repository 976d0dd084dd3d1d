/** The status an error is answered with and its sentence in both languages; words in braces are filled from its values. */
export type ErrorEntry = { status: number; en: string; zh: string }
