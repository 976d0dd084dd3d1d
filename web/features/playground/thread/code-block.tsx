import { useEffect, useState } from 'react'
import { useText } from '../../../lib/i18n.ts'
import { Copy } from '../../../ui/copy.tsx'

/** Code with its language, a button that copies it, and colours once their chunk has come. */
export function CodeBlock({ source, language }: { source: string; language: string }) {
  const t = useText('playground')
  const coloured = useColours(source, language)
  return (
    <div className="overflow-hidden rounded-lg border bg-hover">
      <div className="flex h-8 items-center justify-between border-b pr-1.5 pl-3.5 text-xs text-muted">
        <span>{language}</span>
        <Copy text={source} label={t('copyCode')} className="size-7" />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre tabIndex={0} className="rounded-none!">
        {coloured === undefined ? (
          <code>{source}</code>
        ) : (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: the library escapes the code and adds spans with classes
          <code className="coloured" dangerouslySetInnerHTML={{ __html: coloured }} />
        )}
      </pre>
    </div>
  )
}

/** Undefined where the language is none that we colour, or its chunk did not come: plain code reads well too. */
const useColours = (source: string, language: string): string | undefined => {
  const [coloured, setColoured] = useState<{ source: string; html: string | undefined }>()
  useEffect(() => {
    let isWanted = language !== ''
    if (isWanted) {
      import('./code-colours.ts')
        .then(({ colourCode }) => isWanted && setColoured({ source, html: colourCode(source, language) }))
        .catch(() => {})
    }
    return () => {
      isWanted = false
    }
  }, [source, language])
  return coloured?.source === source ? coloured.html : undefined
}
