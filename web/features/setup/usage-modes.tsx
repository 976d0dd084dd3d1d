import { useText } from '../../lib/i18n.ts'

/** What the three modes mean, in more words than the choice has room for. */
export function UsageModes() {
  const t = useText('setup')
  const modes = [
    { title: t('modeExternal'), text: t('modeExternalHelp') },
    { title: t('modeSelf'), text: t('modeSelfHelp') },
    { title: t('modeDemo'), text: t('modeDemoHelp') },
  ]
  return (
    <dl className="grid gap-4 pb-3">
      {modes.map((mode) => (
        <div key={mode.title}>
          <dt className="font-medium">{mode.title}</dt>
          <dd className="text-[13px] text-muted">{mode.text}</dd>
        </div>
      ))}
    </dl>
  )
}
