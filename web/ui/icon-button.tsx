import clsx from 'clsx'
import type { ComponentProps, ReactNode } from 'react'

type IconButtonProps = Omit<ComponentProps<'button'>, 'children'> & {
  label: string
  icon: ReactNode
  tone?: 'plain' | 'framed'
}

/** A square button with an icon; the label is its name and its tooltip: `<IconButton label={t('refresh')} icon={<RefreshCw />} />` */
export function IconButton({ label, icon, tone = 'plain', className, ...props }: IconButtonProps) {
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
          ? 'size-9 border border-line-strong bg-card shadow-xs pointer-coarse:size-11'
          : 'size-8 pointer-coarse:size-11',
        className,
      )}
    >
      {icon}
    </button>
  )
}
