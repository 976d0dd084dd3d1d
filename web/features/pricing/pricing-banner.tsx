import { Link } from '@tanstack/react-router'
import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { useUser } from '../../lib/session.ts'
import { Notice } from '../../ui/notice.tsx'

type PricingBannerProps = { ratios: Readonly<Record<string, number>>; own: string; shown: string }

/** Whose prices these are, and how a price comes about. */
export function PricingBanner({ ratios, own, shown }: PricingBannerProps) {
  const t = useText('pricing')
  const format = useFormat()
  const user = useUser()
  const ratioOf = (group: string) => format.ratio(ratios[group] ?? 1)
  const other = shown === own ? undefined : t('shownGroup', { group: shown, ratio: ratioOf(shown) })
  return (
    <div className="grid gap-2">
      {user ? (
        <Notice tone="ok">
          {t('ownGroup', { group: own, ratio: ratioOf(own) })}
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
          {t('visitorRatio', { ratio: ratioOf(own) })}
          {other && ` ${other}`}
        </Notice>
      )}
      <Notice>{t('formula')}</Notice>
    </div>
  )
}
