import { Link, useLocation } from '@tanstack/react-router'
import { Compass } from 'lucide-react'
import { useText, type WordKey } from '../lib/i18n.ts'
import { buttonClass } from '../ui/button.tsx'
import { useNavigation } from './navigation.ts'
import { pageFacts } from './page-facts.ts'

export function NotFoundPage() {
  const t = useText()
  const navigation = useNavigation()
  const pathname = useLocation({ select: (location) => location.pathname })
  const known: { path: string; key: WordKey<'common'> }[] = [
    ...openPages(),
    ...navigation.flatMap((group) =>
      group.entries.flatMap(({ path, label }) => ('key' in label ? [{ path, key: label.key }] : [])),
    ),
  ]
  const nearest = nearestPath(pathname, known)
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

/** The pages that are open to all at one path, each by its title: the first of those that share one. */
const openPages = (): { path: string; key: WordKey<'common'> }[] => {
  const byTitle = new Map<WordKey<'common'>, string>()
  for (const { path, title, access } of pageFacts) {
    const isPlain = title !== undefined && access === undefined && !path.includes('$')
    if (isPlain && !byTitle.has(title)) byTitle.set(title, path)
  }
  return [...byTitle].map(([key, path]) => ({ path, key }))
}

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
