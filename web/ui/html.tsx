import clsx from 'clsx'
import { useMemo } from 'react'
import { sanitizeHtml } from '../lib/sanitize-html.ts'

/** HTML that an operator wrote, without anything that could act. */
export function Html({ html, className }: { html: string; className?: string }) {
  const clean = useMemo(() => sanitizeHtml(html), [html])
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the line above
  return <div className={clsx('prose', className)} dangerouslySetInnerHTML={{ __html: clean }} />
}
