import { useText } from '../../lib/i18n.ts'
import { notify } from '../../lib/notify.ts'
import { largestMegabytes, readFiles } from './attachments.ts'
import type { Attachment } from './conversation.ts'

/** Reads what of files can be sent, and says which cannot. */
export const useReadFiles = (): ((files: readonly File[]) => Promise<readonly Attachment[]>) => {
  const t = useText('playground')
  return async (files) => {
    const { attachments, faults } = await readFiles(files)
    for (const { name, fault } of faults) {
      notify.error(fault === 'fileTooLarge' ? t(fault, { name, size: largestMegabytes }) : t(fault, { name }))
    }
    return attachments
  }
}
