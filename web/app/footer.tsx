import { useText } from '../lib/i18n.ts'
import { lazyPart } from '../lib/lazy-part.tsx'
import { useStatus } from '../lib/status.ts'
import { Boundary } from '../ui/boundary.tsx'

const Html = lazyPart(() => import('../ui/html.tsx'), 'Html')

/** The operator's HTML, or a line of credit. */
export function Footer() {
  const t = useText()
  const { footer_html, system_name, version } = useStatus()
  return (
    <footer className="print:hidden px-4 py-6 text-center text-[13px] text-muted">
      {footer_html === '' ? (
        <p>{t('poweredBy', { name: system_name, version })}</p>
      ) : (
        <Boundary isOptional>
          <Html html={footer_html} className="mx-auto max-w-[900px]" />
        </Boundary>
      )}
    </footer>
  )
}
