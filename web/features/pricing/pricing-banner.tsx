import { Link } from '@tanstack/react-router'
import { useText } from '../../lib/i18n.ts'
import { useUser } from '../../lib/session.ts'
import { Notice } from '../../ui/notice.tsx'

type PricingBannerProps = { ratios: Readonly<Record<string, number>>; own: string; shown: string }

/** Whose prices these are, and how a price comes about. */
export function PricingBanner({ ratios, own, shown }: PricingBannerProps) {
  const t = useText('pricing')
  const user = useUser()
  const other = shown === own ? undefined : t('shownGroup', { group: shown, ratio: ratios[shown] ?? 1 })
  return (
    <div className="grid gap-2">
      {user ? (
        <Notice tone="ok">
          {t('ownGroup', { group: own, ratio: ratios[own] ?? 1 })}
          {other && ` ${other}`}
        </Notice>
      ) : (
        <Notice
          tone="warn"
          action={
            <Link to="/login" className="font-medium whitespace-nowrap underline underline-offset-2">
              {t('login')}
            </Link>
          }
        >
          {t('visitorRatio', { ratio: ratios[own] ?? 1 })}
          {other && ` ${other}`}
        </Notice>
      )}
      <Notice>{t('formula')}</Notice>
    </div>
  )
}
