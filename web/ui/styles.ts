/** Class names that several pieces of the kit share. */

const fieldBase =
  'w-full rounded-lg border border-line-strong bg-field shadow-xs transition-colors placeholder:text-muted ' +
  'hover:border-muted/60 focus-visible:border-ring focus-visible:outline-2 focus-visible:outline-offset-0 ' +
  'focus-visible:outline-ring/40 disabled:opacity-60 [&[readonly]]:bg-hover aria-invalid:border-bad pointer-coarse:text-base'

export const fieldClass = `h-9 px-3 text-ellipsis pointer-coarse:h-11 ${fieldBase}`

export const areaClass = `block px-3 py-2 ${fieldBase}`

/** A box that holds an input and more, and looks like one field. */
export const groupClass =
  'rounded-lg border border-line-strong bg-field shadow-xs transition-colors hover:border-muted/60 ' +
  'focus-within:border-ring focus-within:outline-2 focus-within:outline-ring/40 has-[[aria-invalid=true]]:border-bad ' +
  'has-[input:disabled]:opacity-60'

export const popupClass =
  'anim-pop origin-(--transform-origin) rounded-lg border bg-pop shadow-lg outline-none data-ending-style:scale-97 ' +
  'data-ending-style:opacity-0 data-starting-style:scale-97 data-starting-style:opacity-0'

export const choiceClass =
  'flex cursor-default items-center gap-2 rounded-md px-2 py-1.5 outline-none select-none data-highlighted:bg-hover ' +
  'data-disabled:opacity-50 pointer-coarse:py-2.5'

export const backdropClass =
  'fixed inset-0 z-40 bg-black/35 transition-opacity duration-200 data-ending-style:opacity-0 ' +
  'data-starting-style:opacity-0 dark:bg-black/55'

/** How a button looks that is on. */
export const pressedClass = 'aria-pressed:bg-brand-soft aria-pressed:text-brand-ink'
