import clsx from 'clsx'
import type { ComponentProps } from 'react'
import { fieldClass } from './styles.ts'

/** A text input in the kit's look; takes every attribute of `<input>`. */
export function Input({ className, ...props }: ComponentProps<'input'>) {
  return <input autoComplete="off" {...props} className={clsx(fieldClass, className)} />
}
