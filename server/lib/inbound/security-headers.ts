import { createHash } from 'node:crypto'

type Headers = Readonly<Record<string, string>>

/** On scripts and styles, of which a page has dozens: the others hold for what is shown by itself. */
export const partHeaders: Headers = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-resource-policy': 'same-origin',
}

/** On every other answer that is not relayed. */
export const commonHeaders: Headers = {
  ...partHeaders,
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), interest-cohort=()',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
}

/** For answers that are data: nothing in them may load or run anything. */
export const dataHeaders: Headers = {
  ...commonHeaders,
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
}

/** What a page may do beyond its own server at this moment: run the scripts of others, and post forms to them. */
export type PageGuests = { readonly scripts: readonly string[]; readonly forms: readonly string[] }

const noGuests: PageGuests = { scripts: [], forms: [] }

/** For a page: its own scripts and those of its guests, and exactly the inline ones it was built with. */
export const pageHeaders = (html: string, guests: PageGuests = noGuests): Headers => ({
  ...commonHeaders,
  'content-security-policy': [
    "default-src 'self'",
    ["script-src 'self'", ...guests.scripts, ...inlineHashes(html, 'script')].join(' '),
    ["style-src 'self'", ...inlineHashes(html, 'style')].join(' '),
    "img-src 'self' data: blob: https:",
    "font-src 'self'",
    // The operator's chat pages and home page live elsewhere, often on a plain address of the own network.
    "frame-src 'self' https: http:",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    ["form-action 'self'", ...guests.forms].join(' '),
    "frame-ancestors 'self'",
  ].join('; '),
})

/** Browsers must come back over TLS for a year. */
export const strictTransport: Headers = { 'strict-transport-security': 'max-age=31536000' }

const inlineHashes = (html: string, element: 'script' | 'style'): string[] =>
  [...html.matchAll(new RegExp(`<${element}(?![^>]*\\ssrc=)[^>]*>([\\s\\S]*?)</${element}>`, 'g'))].map(
    ([, content = '']) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`,
  )
