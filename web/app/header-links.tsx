import { Link } from '@tanstack/react-router'
import { ExternalLink } from 'lucide-react'
import { useText } from '../lib/i18n.ts'
import { usePages } from '../lib/pages.ts'
import { useUser } from '../lib/session.ts'
import { useStatus } from '../lib/status.ts'

const linkClass =
  'flex h-8 items-center gap-1.5 rounded-lg px-2.5 text-muted transition-colors hover:bg-hover hover:text-fg pointer-coarse:h-11'
const active = { className: 'text-fg! font-medium' }

/** Home, console, pricing, status, docs and about: in the top bar, and in the navigation sheet of a phone. */
export function HeaderLinks({ onNavigate }: { onNavigate?: () => void }) {
  const t = useText()
  const user = useUser()
  const exists = usePages()
  const { docs_link, enable_data_export, status_page_enabled } = useStatus()
  return (
    <>
      <Link to="/" className={linkClass} activeProps={active} activeOptions={{ exact: true }} onClick={onNavigate}>
        {t('home')}
      </Link>
      <Link
        to={enable_data_export && exists(dashboardPath) ? dashboardPath : '/token'}
        className={linkClass}
        onClick={onNavigate}
        preload={user ? 'intent' : false}
      >
        {t('console')}
      </Link>
      {exists(pricingPath) && (
        <Link to={pricingPath} className={linkClass} activeProps={active} onClick={onNavigate}>
          {t('pricing')}
        </Link>
      )}
      {status_page_enabled && (
        <Link to="/status" className={linkClass} activeProps={active} onClick={onNavigate}>
          {t('modelStatus')}
        </Link>
      )}
      {/^https?:\/\//i.test(docs_link) && (
        <a href={docs_link} target="_blank" rel="noreferrer" className={linkClass}>
          {t('docs')}
          <ExternalLink className="size-3" aria-hidden />
        </a>
      )}
      <Link to="/about" className={linkClass} activeProps={active} onClick={onNavigate}>
        {t('about')}
      </Link>
    </>
  )
}

const pricingPath: string = '/pricing'
/** Where the console starts when this installation keeps its figures. */
const dashboardPath: string = '/detail'
