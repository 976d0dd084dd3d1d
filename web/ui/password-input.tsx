import clsx from 'clsx'
import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { useText } from '../lib/i18n.ts'
import { ofField } from './label-id.ts'
import { fieldClass } from './styles.ts'

/** A password with a button that shows it; takes every attribute of `<input>`. */
export function PasswordInput({ className, ...props }: Omit<ComponentProps<'input'>, 'type'>) {
  const t = useText()
  const [shown, setShown] = useState(false)
  return (
    <div className={clsx('relative', className)}>
      <input autoComplete="off" {...props} type={shown ? 'text' : 'password'} className={clsx(fieldClass, 'pr-10')} />
      <button
        type="button"
        aria-label={shown ? t('hidePassword') : t('showPassword')}
        {...ofField(props.id)}
        onClick={() => setShown(!shown)}
        className="absolute inset-y-0 right-0 grid w-10 place-items-center rounded-lg text-muted hover:text-fg"
      >
        {shown ? <EyeOff className="size-4" /> : <Eye className="size-4" />}
      </button>
    </div>
  )
}
