import { Languages } from 'lucide-react'
import { setLanguage, useLanguage, useText } from '../lib/i18n.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { Menu } from '../ui/menu.tsx'

const languages = [
  { code: 'zh', name: '中文' },
  { code: 'en', name: 'English' },
] as const

export function LanguageMenu() {
  const t = useText()
  const current = useLanguage()
  return (
    <Menu
      entries={languages.map(({ code, name }) => ({
        label: name,
        checked: code === current,
        onSelect: () => void setLanguage(code),
      }))}
      trigger={(props) => <IconButton {...props} label={t('language')} icon={<Languages />} />}
    />
  )
}
