import clsx from 'clsx'
import { Copy } from './copy.tsx'

type CodeBlockProps = {
  /** What is shown. */
  text: string
  /** What is copied, where that is more. */
  whole?: string
  /** Of the button that copies it. */
  label: string
  className?: string
}

/** Code to be read and copied. On a phone the button has a line of its own: beside the code it would lie over it. */
export function CodeBlock({ text, whole = text, label, className }: CodeBlockProps) {
  return (
    <div className="relative rounded-lg border bg-hover">
      <Copy text={whole} label={label} className="absolute top-2 right-2 size-8 bg-hover" />
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className={clsx('overflow-auto p-4 pr-12 font-mono text-[13px] leading-5 max-sm:pt-11 max-sm:pr-4', className)}
      >
        <code>{text}</code>
      </pre>
    </div>
  )
}
