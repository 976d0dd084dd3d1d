import { Paperclip } from 'lucide-react'
import { useRef } from 'react'
import { useText } from '../../lib/i18n.ts'
import { IconButton } from '../../ui/icon-button.tsx'

/** Lets files be chosen. */
export function AttachButton({ onFiles }: { onFiles(files: readonly File[]): void }) {
  const t = useText('playground')
  const picker = useRef<HTMLInputElement>(null)
  return (
    <>
      <IconButton label={t('attach')} icon={<Paperclip />} onClick={() => picker.current?.click()} />
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
    </>
  )
}
