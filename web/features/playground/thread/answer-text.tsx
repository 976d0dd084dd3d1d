import { memo, useMemo } from 'react'
import { lazyPart } from '../../../lib/lazy-part.tsx'
import { Boundary } from '../../../ui/boundary.tsx'
import { markdownBlocks } from './markdown-blocks.ts'

const MarkdownBlock = lazyPart(() => import('./markdown-block.tsx'), 'MarkdownBlock')

export const preloadAnswerText = MarkdownBlock.preload

/** What a model says. Finished pieces are drawn once; only the last changes while it grows. */
export function AnswerText({ text }: { text: string }) {
  const blocks = useMemo(() => markdownBlocks(text), [text])
  return (
    <div className="prose">
      {blocks.map((block, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces are added at the end only
        <Block key={place} text={block} />
      ))}
    </div>
  )
}

const Block = memo(({ text }: { text: string }) => (
  <div className="prose">
    <Boundary loading={<p className="whitespace-pre-wrap">{text}</p>}>
      <MarkdownBlock text={text} />
    </Boundary>
  </div>
))
