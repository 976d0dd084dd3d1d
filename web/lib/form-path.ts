import type { AnyRouter } from '@tanstack/react-router'

/** Of an open form over a list. */
export const formPath = /\/(add|edit\/(?<id>\d+))\/?$/

/** The address under an open form; undefined where no form is open. */
export const behindForm = ({ pathname, search }: AnyRouter['state']['location']) => {
  if (formPath.test(pathname)) return { to: pathname.replace(formPath, ''), search: true } as const
  return 'edit' in search ? { to: pathname, search: {} } : undefined
}
