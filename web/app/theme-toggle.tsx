import { Moon, Sun } from 'lucide-react'
import { useText } from '../lib/i18n.ts'
import { toggleScheme, useScheme } from '../lib/scheme.ts'
import { IconButton } from '../ui/icon-button.tsx'

export function ThemeToggle() {
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
