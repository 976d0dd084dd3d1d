import { Link } from '@tanstack/react-router'
import clsx from 'clsx'
import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { useUser } from '../../lib/session.ts'
import { Notice } from '../../ui/notice.tsx'
import { dollarsPerRatio } from './model-price.ts'

type PricingBannerProps = { ratios: Readonly<Record<string, number>>; own: string; shown: string; isKnown: boolean }

/** Whose prices these are, and how a price comes about. Before that is known its lines stand there unseen. */
export function PricingBanner({ ratios, own, shown, isKnown }: PricingBannerProps) {
  const t = useText('pricing')
  const format = useFormat()
  const user = useUser()
  const ratioOf = (group: string) => format.ratio(ratios[group] ?? 1)
  const other = shown === own ? undefined : t('shownGroup', { group: shown, ratio: ratioOf(shown) })
  return (
    <div className={clsx('grid gap-2', !isKnown && 'invisible')}>
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
      <Notice>{t('formula', { perDollar: 1_000_000 / dollarsPerRatio })}</Notice>
    </div>
  )
}
