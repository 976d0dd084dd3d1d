import { type ReactNode, useEffect } from 'react'
import { useLanguage } from '../lib/i18n.ts'
import { type SignedWay, shownOptions } from '../lib/login-ways.ts'
import { useStatus } from '../lib/status.ts'
import { Dialog } from './dialog.tsx'

type SignedDialogProps = {
  way: SignedWay
  title: string
  note?: ReactNode
  onSigned(fields: Record<string, string>): void
  onClose(): void
}

/** A button in a frame of the place's own. A script of the place would run with our rights; its frame does not. */
export function SignedDialog({ way, title, note, onSigned, onClose }: SignedDialogProps) {
  const language = useLanguage()
  const option = shownOptions(way, useStatus())
  const { href, origin } = way.frame({ option, origin: location.origin, address: location.href, language })
  useEffect(() => {
    const receive = (event: MessageEvent) => {
      if (event.origin !== origin) return
      const fields = way.receive(event.data)
      if (fields) onSigned(fields)
    }
    addEventListener('message', receive)
    return () => removeEventListener('message', receive)
  }, [way, origin, onSigned])
  return (
    <Dialog open size="sm" onClose={onClose} title={title} description={note}>
      <iframe title={title} src={href} className="mx-auto my-4 h-11 w-60 border-0" />
    </Dialog>
  )
}
