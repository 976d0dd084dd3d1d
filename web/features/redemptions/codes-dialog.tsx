import { ClipboardCopy, Download } from 'lucide-react'
import { copyText } from '../../lib/clipboard.ts'
import { useText } from '../../lib/i18n.ts'
import { notify } from '../../lib/notify.ts'
import { saveFile } from '../../lib/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { Copy } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { codesFile } from './codes-file.ts'
import type { MadeCodes } from './redemption-drawer.tsx'

/** The codes that were made, to be copied one by one or all together, or to be kept as a file. */
export function CodesDialog({ made, onClose }: { made: MadeCodes; onClose(): void }) {
  const t = useText('redemptions')
  const { name, keys } = made
  const copyAll = async () => {
    if (await copyText(keys.join('\n'))) notify.success(t('codesCopied', { count: keys.length }))
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('codesTitle', { count: keys.length })}
      description={t('codesHint', { count: keys.length })}
      footer={
        <>
          <Button
            onClick={() =>
              saveFile(
                codesFile(
                  keys.map((key) => ({ name, key })),
                  t,
                ),
                `${name}.csv`,
              )
            }
          >
            <Download aria-hidden />
            {t('downloadCodes')}
          </Button>
          <Button variant="primary" onClick={() => void copyAll()}>
            <ClipboardCopy aria-hidden />
            {t('copyAllCodes', { count: keys.length })}
          </Button>
        </>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <ul tabIndex={0} aria-label={t('codes')} className="grid max-h-80 gap-1 overflow-auto rounded-lg border p-2">
        {keys.map((key) => (
          <li key={key} className="min-w-0">
            <Copy text={key} label={t('copyCode', { key })}>
              <code className="text-[13px]">{key}</code>
            </Copy>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
