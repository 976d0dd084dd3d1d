import { Languages } from 'lucide-react'
import { languageCodes, languages } from '#contract/languages.ts'
import { setLanguage, useLanguage, useText } from '../lib/i18n.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { Menu } from '../ui/menu.tsx'

export function LanguageMenu() {
  const t = useText()
  const current = useLanguage()
  return (
    <Menu
      entries={languageCodes.map((code) => ({
        label: languages[code].name,
        checked: code === current,
        onSelect: () => void setLanguage(code),
      }))}
      trigger={(props) => <IconButton {...props} label={t('language')} icon={<Languages />} />}
    />
  )
}
