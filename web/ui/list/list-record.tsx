import { Copy } from '../copy.tsx'

/** A whole record as it came, to be read and copied. */
export function ListRecord({ text }: { text: string }) {
  return (
    <div className="grid gap-2">
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
  )
}
