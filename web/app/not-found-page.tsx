import { Link, useLocation } from '@tanstack/react-router'
import { Compass } from 'lucide-react'
import { useText } from '../lib/i18n.ts'
import { usePages } from '../lib/pages.ts'
import { buttonClass } from '../ui/button.tsx'
import { type PlainKey, useNavigation } from './navigation.ts'

export function NotFoundPage() {
  const t = useText()
  const exists = usePages()
  const navigation = useNavigation()
  const pathname = useLocation({ select: (location) => location.pathname })
  const pages: { path: string; key: PlainKey }[] = [
    ...openPages.filter(({ path }) => exists(path)),
    ...navigation.flatMap((group) =>
      group.entries.flatMap(({ path, label }) => ('key' in label ? [{ path, key: label.key }] : [])),
    ),
  ]
  const nearest = nearestPath(pathname, pages)
  return (
    <div className="grid place-items-center py-20">
      <div className="grid max-w-[480px] justify-items-center gap-2 text-center">
        <span className="mb-3 grid size-14 place-items-center rounded-2xl bg-brand-soft text-brand-ink">
          <Compass className="size-7" strokeWidth={1.5} aria-hidden />
        </span>
        <h1 className="text-xl font-semibold">{t('notFoundTitle')}</h1>
        <p className="text-muted">{t('notFoundText')}</p>
        {nearest && (
          <p>
            <Link to={nearest.path} className="text-brand-ink underline underline-offset-2">
              {t('notFoundNearest', { name: t(nearest.key) })}
            </Link>
          </p>
        )}
        <Link to="/" className={buttonClass({ className: 'mt-4' })}>
          {t('notFoundHome')}
        </Link>
      </div>
    </div>
  )
}

const openPages: { path: string; key: PlainKey }[] = [
  { path: '/pricing', key: 'pricing' },
  { path: '/about', key: 'about' },
  { path: '/login', key: 'login' },
  { path: '/register', key: 'register' },
]

/** The page whose path differs by the fewest letters, when that is less than half of them. */
const nearestPath = <Page extends { path: string }>(wanted: string, pages: readonly Page[]): Page | undefined => {
  const ranked = pages
    .map((page) => ({ page, distance: distanceBetween(wanted.toLowerCase(), page.path) }))
    .sort((left, right) => left.distance - right.distance)[0]
  return ranked && ranked.distance <= Math.min(3, ranked.page.path.length / 2) ? ranked.page : undefined
}

const distanceBetween = (left: string, right: string): number => {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index)
  for (const [at, letter] of [...left].entries()) {
    const next = [at + 1]
    for (const [column, other] of [...right].entries()) {
      const replaced = (row[column] ?? 0) + (letter === other ? 0 : 1)
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1))
    }
    row = next
  }
  return row[right.length] ?? 0
}
