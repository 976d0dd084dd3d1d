import clsx from 'clsx'
import { type ComponentProps, createContext, type ReactNode, use } from 'react'

type IconButtonProps = Omit<ComponentProps<'button'>, 'children'> & {
  label: string
  icon: ReactNode
  tone?: 'plain' | 'framed'
}

const WordsContext = createContext(false)

/** Around framed buttons that say in a word what they do: on a phone no pointer shows it. */
export function WithWords({ children }: { children: ReactNode }) {
  return <WordsContext value>{children}</WordsContext>
}

/** A square button with an icon; the label is its name and its tooltip: `<IconButton label={t('refresh')} icon={<RefreshCw />} />` */
export function IconButton({ label, icon, tone = 'plain', className, ...props }: IconButtonProps) {
  const hasWord = use(WordsContext) && tone === 'framed'
  return (
    <button
      type="button"
      title={label}
      aria-label={label}
      {...props}
      className={clsx(
        'inline-grid shrink-0 place-items-center rounded-lg transition-colors enabled:hover:bg-hover disabled:opacity-45',
        '[&_svg]:size-4 [&_svg]:stroke-[1.8]',
        tone === 'framed'
          ? 'h-9 border border-line-strong bg-card shadow-xs pointer-coarse:h-11'
          : 'size-8 pointer-coarse:size-11',
        tone === 'framed' &&
          (hasWord ? 'auto-cols-max grid-flow-col gap-2 px-3 font-medium' : 'w-9 pointer-coarse:w-11'),
        className,
      )}
    >
      {icon}
      {hasWord && label}
    </button>
  )
}
