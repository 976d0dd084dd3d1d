import clsx from 'clsx'
import { useFormat } from '../lib/format.ts'

/** An amount of quota, as money; what is owed stands out. */
export function Quota({ value }: { value: number }) {
  const format = useFormat()
  return <span className={clsx('whitespace-nowrap', value < 0 && 'text-bad')}>{format.quota(value)}</span>
}

export function Count({ value }: { value: number }) {
  return useFormat().number(value)
}
