import { escapeHtml } from './lib/escape-html.ts'

/** Whose gateway it is, as whoever passes its address on is shown it. */
export type PageOwner = { readonly name: string; readonly address: string }

/** The page with the operator's name, and with the whole address of its picture: who reads it for others runs no script. */
export const namedPage = (html: string, { name, address }: PageOwner): string => {
  const named = escapeHtml(name.trim())
  const pictured = html.replace(/(property="og:image" content=")(?=\/)/, (start) => start + escapeHtml(address))
  if (named === '') return pictured
  return pictured
    .replace(/<title>[^<]*/, () => `<title>${named}`)
    .replace(/(property="og:(?:title|site_name)" content=")[^"]*/g, (_whole, start: string) => start + named)
}
