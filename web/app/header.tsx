import { Link } from '@tanstack/react-router'
import { Menu as MenuIcon, Moon, Search, Sun } from 'lucide-react'
import { isApple } from '../lib/hotkeys.ts'
import { useText } from '../lib/i18n.ts'
import { lazyPart } from '../lib/lazy-part.tsx'
import { usePageHere } from '../lib/page-here.ts'
import { toggleScheme, useScheme } from '../lib/scheme.ts'
import { useUser } from '../lib/session.ts'
import { useStatus } from '../lib/status.ts'
import { Badge } from '../ui/badge.tsx'
import { Boundary } from '../ui/boundary.tsx'
import { buttonClass } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Logo } from '../ui/logo.tsx'
import { HeaderLinks } from './header-links.tsx'
import { LanguageMenu } from './language-menu.tsx'
import { openPalette } from './overlay-state.ts'
import { UserMenu } from './user-menu.tsx'

const HeaderExtras = lazyPart(() => import('./header-extras.tsx'), 'HeaderExtras')

export function Header({ onOpenNavigation }: { onOpenNavigation: () => void }) {
  const t = useText()
  const user = useUser()
  const status = useStatus()
  const isPageHere = usePageHere()
  return (
    <header className="print:hidden sticky top-0 z-30 flex h-14 items-center gap-2 border-b bg-card/85 px-3 backdrop-blur sm:px-4">
      {status.setup && (
        <IconButton className="md:hidden" label={t('openNavigation')} icon={<MenuIcon />} onClick={onOpenNavigation} />
      )}
      <Link to="/" className="flex min-w-0 items-center gap-2.5 rounded-lg pr-1">
        <Brand />
      </Link>
      <span className="hidden sm:block">
        <ModeBadge />
      </span>
      {status.setup && (
        <nav aria-label={t('mainNavigation')} className="ml-4 hidden items-center gap-0.5 md:flex">
          <HeaderLinks />
        </nav>
      )}
      <div className="ml-auto flex shrink-0 items-center gap-0.5">
        {/* They come later, and move nothing that is there. */}
        {user && isPageHere && (
          <Boundary isOptional>
            <HeaderExtras />
          </Boundary>
        )}
        {user && (
          <button
            type="button"
            onClick={openPalette}
            className="mr-2 hidden h-8 w-44 items-center gap-2 rounded-lg border bg-field px-2.5 text-[13px] text-muted transition-colors hover:bg-hover lg:flex"
          >
            <Search className="size-3.5" aria-hidden />
            {t('search')}
            <kbd className="ml-auto rounded border bg-bg px-1 font-sans text-[11px]">{isApple ? '⌘ K' : 'Ctrl K'}</kbd>
          </button>
        )}
        <LanguageMenu />
        <ThemeToggle />
        <UserMenu />
        {!user && status.setup && (
          <div className="ml-1.5 flex items-center gap-1.5">
            <Link to="/login" className={buttonClass({ variant: 'outline' })}>
              {t('login')}
            </Link>
            {status.password_register && !status.self_use_mode_enabled && (
              <span className="hidden sm:block">
                <Link to="/register" className={buttonClass({ variant: 'primary' })}>
                  {t('register')}
                </Link>
              </span>
            )}
          </div>
        )}
      </div>
    </header>
  )
}

/** Logo, name and mode of this installation. */
function Brand() {
  const status = useStatus()
  return (
    <>
      <Logo source={status.logo} size={28} />
      <span className="truncate font-semibold max-[359px]:sr-only">{status.system_name}</span>
    </>
  )
}

/** Beside the name, when this installation runs for its owner alone or as a demo. */
function ModeBadge() {
  const t = useText()
  const status = useStatus()
  if (status.self_use_mode_enabled) return <Badge tone="brand">{t('modeSelf')}</Badge>
  if (status.demo_site_enabled) return <Badge tone="warn">{t('modeDemo')}</Badge>
  return null
}

function ThemeToggle() {
  const t = useText()
  const isDark = useScheme() === 'dark'
  return (
    <IconButton
      label={isDark ? t('switchLight') : t('switchDark')}
      icon={isDark ? <Sun /> : <Moon />}
      onClick={toggleScheme}
    />
  )
}
