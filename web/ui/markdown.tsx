import clsx from 'clsx'
import { lazyPart } from '../lib/lazy-part.tsx'
import { Boundary } from './boundary.tsx'

const MarkdownText = lazyPart(() => import('./markdown-text.tsx'), 'MarkdownText')

/** Markdown, drawn by a chunk that loads when it is first needed; until then the plain text shows. */
export function Markdown({ text, className }: { text: string; className?: string }) {
  return (
    <div className={clsx('prose', className)}>
      <Boundary loading={<p className="whitespace-pre-wrap">{text}</p>}>
        <MarkdownText text={text} />
      </Boundary>
    </div>
  )
}
