import { useText } from '../lib/i18n.ts'
import { useStatus } from '../lib/status.ts'
import { Html } from '../ui/html.tsx'

/** The operator's HTML, or a line of credit. */
export function Footer() {
  const t = useText()
  const { footer_html, system_name, version } = useStatus()
  return (
    <footer className="px-4 py-6 text-center text-[13px] text-muted">
      {footer_html === '' ? (
        <p>{t('poweredBy', { name: system_name, version })}</p>
      ) : (
        <Html html={footer_html} className="mx-auto max-w-[900px]" />
      )}
    </footer>
  )
}
