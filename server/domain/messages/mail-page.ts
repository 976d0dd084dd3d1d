import { escapeHtml } from '../../lib/escape-html.ts'
import type { MailText } from './mail-texts.ts'

/** The plain half of a mail. */
export const mailPlain = ({ paragraphs, code, link, closing }: MailText): string =>
  [...paragraphs, ...(code ? [code] : []), ...(link ? [link.address] : []), closing].join('\n\n')

/** The half that mail programs show: one narrow column, no pictures, nothing loaded from anywhere. */
export const mailPage = (system: string, { paragraphs, code, link, closing }: MailText): string =>
  [
    '<!doctype html><html><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"></head>',
    '<body style="margin:0;padding:24px;font:15px/1.6 system-ui,-apple-system,sans-serif">',
    '<div style="max-width:520px;margin:0 auto">',
    `<p style="font-weight:600">${escapeHtml(system)}</p>`,
    ...paragraphs.map((paragraph) => `<p style="white-space:pre-line">${escapeHtml(paragraph)}</p>`),
    code ? `<p style="font:600 28px/1.3 ui-monospace,monospace;letter-spacing:4px">${escapeHtml(code)}</p>` : '',
    link ? linkHtml(link.label, link.address) : '',
    `<p style="font-size:13px;opacity:.75">${escapeHtml(closing)}</p>`,
    '</div></body></html>',
  ].join('\n')

const linkHtml = (label: string, address: string): string => {
  const href = escapeHtml(address)
  const button =
    'display:inline-block;padding:9px 18px;border-radius:8px;background:#4f46e5;color:#fff;text-decoration:none'
  return `<p><a href="${href}" style="${button}">${escapeHtml(label)}</a></p><p style="word-break:break-all;font-size:13px">${href}</p>`
}
