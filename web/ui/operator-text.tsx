import clsx from 'clsx'
import { lazyPart } from '../lib/lazy-part.tsx'
import { Boundary } from './boundary.tsx'
import { Html } from './html.tsx'

const MarkdownText = lazyPart(() => import('./markdown-text.tsx'), 'MarkdownText')

type OperatorTextProps = {
  text: string
  /** Names the frame. */
  title: string
  /** Without the margins of a page. */
  bare?: boolean
}

/**
 * A page that an operator wrote into an option: the address of a page (shown in a frame that may not reach this one),
 * HTML (sanitised), or Markdown.
 */
export function OperatorText({ text, title, bare = false }: OperatorTextProps) {
  const trimmed = text.trim()
  if (/^https?:\/\/\S+$/i.test(trimmed)) {
    return (
      <iframe
        src={trimmed}
        title={title}
        sandbox="allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox"
        referrerPolicy="no-referrer"
        className="min-h-[calc(100dvh-3.5rem)] w-full flex-1 border-0"
      />
    )
  }
  const className = bare ? '' : 'mx-auto w-full max-w-[860px] px-4 py-8 sm:px-6'
  return /^<[a-z!]/i.test(trimmed) ? (
    <Html html={trimmed} className={className} />
  ) : (
    <Markdown text={trimmed} className={className} />
  )
}

/** Markdown, drawn by a chunk that loads when it is first needed; until then the plain text shows. */
function Markdown({ text, className }: { text: string; className?: string }) {
  return (
    <div className={clsx('prose', className)}>
      <Boundary loading={<p className="whitespace-pre-wrap">{text}</p>}>
        <MarkdownText text={text} />
      </Boundary>
    </div>
  )
}
