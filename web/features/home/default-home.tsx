import { Link } from '@tanstack/react-router'
import { ArrowRight, ListChecks, Plug, Waypoints } from 'lucide-react'
import { apiAddress } from '../../lib/api-address.ts'
import { useText } from '../../lib/i18n.ts'
import { usePages } from '../../lib/pages.ts'
import { useUser } from '../../lib/session.ts'
import { useStatus } from '../../lib/status.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Copy } from '../../ui/copy.tsx'
import { Snippets } from './snippets.tsx'

const tokenPath: string = '/token'
const pricingPath: string = '/pricing'

/** How to start: the address, a key, and a first request. */
export function DefaultHome() {
  const t = useText('home')
  const user = useUser()
  const exists = usePages()
  const { server_address } = useStatus()
  const address = apiAddress(server_address, location.origin)
  const chapters = [
    { Icon: Plug, title: t('chapterProtocolTitle'), text: t('chapterProtocolText') },
    { Icon: ListChecks, title: t('chapterUsageTitle'), text: t('chapterUsageText') },
    { Icon: Waypoints, title: t('chapterRouteTitle'), text: t('chapterRouteText') },
  ]
  return (
    <div className="mx-auto grid w-full max-w-[1120px] grid-cols-[minmax(0,1fr)] gap-12 px-4 py-10 sm:px-6 sm:py-16">
      <div className="grid grid-cols-[minmax(0,1fr)] items-center gap-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,560px)]">
        <div className="grid gap-6">
          <div className="grid gap-3">
            <h1 className="text-[34px] leading-[1.15] font-semibold tracking-tight text-balance sm:text-[42px]">
              {t('heroTitle')}
            </h1>
            <p className="max-w-[46ch] text-base leading-6 text-muted">{t('heroText')}</p>
          </div>
          <div className="grid gap-1.5">
            <span className="text-[13px] font-medium">{t('baseUrl')}</span>
            <div className="flex h-11 max-w-[440px] items-center justify-between gap-2 rounded-lg border border-line-strong bg-card pr-2 pl-3.5 shadow-xs">
              <code className="truncate text-[13px]">{address}/v1</code>
              <Copy text={`${address}/v1`} label={t('copyBaseUrl')} className="size-8" />
            </div>
          </div>
          <div className="flex flex-wrap gap-2">
            <Link
              to={user ? tokenPath : '/login'}
              className={buttonClass({ variant: 'primary', className: 'h-10 px-4' })}
            >
              {user ? t('openConsole') : t('getToken')}
              <ArrowRight aria-hidden />
            </Link>
            {exists(pricingPath) && (
              <Link to={pricingPath} className={buttonClass({ className: 'h-10 px-4' })}>
                {t('seePricing')}
              </Link>
            )}
          </div>
        </div>
        <Snippets address={address} />
      </div>
      <ul className="grid gap-x-8 gap-y-6 border-t pt-10 md:grid-cols-3">
        {chapters.map(({ Icon, title, text }) => (
          <li key={title} className="grid content-start gap-1.5">
            <Icon className="mb-1 size-5 text-brand-ink" strokeWidth={1.7} aria-hidden />
            <h2 className="font-semibold">{title}</h2>
            <p className="text-[13px] text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </div>
  )
}
