import clsx from 'clsx'
import { lazy, Suspense } from 'react'

const MarkdownText = lazy(() => import('./markdown-text.tsx').then((module) => ({ default: module.MarkdownText })))

/** Markdown, drawn by a chunk that loads when it is first needed; until then the plain text shows. */
export function Markdown({ text, className }: { text: string; className?: string }) {
  return (
    <div className={clsx('prose', className)}>
      <Suspense fallback={<p className="whitespace-pre-wrap">{text}</p>}>
        <MarkdownText text={text} />
      </Suspense>
    </div>
  )
}
