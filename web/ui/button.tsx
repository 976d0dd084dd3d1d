import { cva, type VariantProps } from 'class-variance-authority'
import { LoaderCircle } from 'lucide-react'
import type { ComponentProps } from 'react'

/** For links that look like buttons: `<Link className={buttonClass({ variant: 'primary' })}>`. */
export const buttonClass = cva(
  'inline-flex shrink-0 items-center justify-center gap-1.5 rounded-lg font-medium whitespace-nowrap transition-colors ' +
    'select-none disabled:opacity-55 aria-disabled:opacity-55 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:stroke-[1.8]',
  {
    variants: {
      variant: {
        primary: 'bg-brand text-brand-fg shadow-xs enabled:hover:bg-brand-hover [a]:hover:bg-brand-hover',
        outline: 'border border-line-strong bg-card shadow-xs enabled:hover:bg-hover [a]:hover:bg-hover',
        ghost: 'enabled:hover:bg-hover [a]:hover:bg-hover',
        danger: 'border border-line-strong bg-card text-bad shadow-xs enabled:hover:bg-bad-soft',
        link: 'text-brand-ink underline-offset-2 hover:underline',
      },
      size: {
        md: 'h-9 px-3.5 pointer-coarse:h-11',
        sm: 'h-7 px-2.5 text-xs pointer-coarse:h-9',
        block: 'h-9 w-full px-3.5 pointer-coarse:h-11',
        inline: '',
      },
    },
    defaultVariants: { variant: 'outline', size: 'md' },
  },
)

export type ButtonProps = ComponentProps<'button'> & VariantProps<typeof buttonClass> & { loading?: boolean }

/**
 * `<Button variant="primary" loading={mutation.isPending}><Plus />{t('create')}</Button>`. One that is at work does
 * nothing more, and keeps the focus: the browser would take it from what is disabled.
 */
export function Button({ className, variant, size, loading, children, onClick, ...props }: ButtonProps) {
  return (
    <button
      type="button"
      {...props}
      aria-disabled={loading || props['aria-disabled']}
      aria-busy={loading || undefined}
      onClick={(event) => {
        // Of a form too, whose Enter presses it.
        if (loading) event.preventDefault()
        else onClick?.(event)
      }}
      className={buttonClass({ variant, size, className })}
    >
      {loading && <LoaderCircle className="animate-spin" aria-hidden />}
      {children}
    </button>
  )
}
