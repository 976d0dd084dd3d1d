import type { Attachment } from './conversation.ts'

/** As much as a body of a call usually may hold, with room for the words. */
export const largestMegabytes = 10
const megabyte = 1024 * 1024

export type FileFault = { name: string; fault: 'fileTooLarge' | 'fileUnknown' }

/** What of files can be sent to a model, and what is wrong with the others. */
export const readFiles = async (
  files: readonly File[],
): Promise<{ attachments: Attachment[]; faults: FileFault[] }> => {
  const attachments: Attachment[] = []
  const faults: FileFault[] = []
  for (const file of files) {
    const kind = kindOf(file)
    if (kind === undefined) faults.push({ name: file.name, fault: 'fileUnknown' })
    else if (file.size > largestMegabytes * megabyte) faults.push({ name: file.name, fault: 'fileTooLarge' })
    else attachments.push({ kind, name: file.name, content: kind === 'text' ? await file.text() : await dataOf(file) })
  }
  return { attachments, faults }
}

const kindOf = ({ type, name }: File): Attachment['kind'] | undefined => {
  if (/^image\/(?:png|jpeg|webp|gif)$/.test(type)) return 'image'
  if (type === 'application/pdf') return 'document'
  return type.startsWith('text/') || textEndings.test(name) || /[/+](?:json|xml|yaml)$/.test(type) ? 'text' : undefined
}

const textEndings =
  /\.(?:txt|md|csv|tsv|json|jsonl|xml|ya?ml|toml|ini|log|sql|sh|py|js|ts|tsx|jsx|go|rs|java|c|h|cpp|cs|rb|php)$/i

const dataOf = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result)))
    reader.addEventListener('error', () => reject(reader.error))
    reader.readAsDataURL(file)
  })
