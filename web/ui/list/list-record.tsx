import { useText } from '../../lib/i18n.ts'
import { Copy } from '../copy.tsx'

/** A whole record as it came, to be read and copied, for whoever looks for more than the facts above it. */
export function ListRecord({ text }: { text: string }) {
  const t = useText('lists')
  return (
    <details>
      <summary className="min-h-6 text-[13px] font-medium">{t('rawRecord')}</summary>
      <div className="mt-2 grid gap-2">
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          tabIndex={0}
          className="max-h-[50dvh] overflow-auto rounded-lg border bg-card p-3 text-xs break-words whitespace-pre-wrap"
        >
          {text}
        </pre>
        <span className="justify-self-end">
          <Copy text={text} />
        </span>
      </div>
    </details>
  )
}
