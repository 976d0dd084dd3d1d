import { vi } from 'vitest'

/** What is given to the browser as files from now on, until the mocks are restored; without the mark of UTF-8. */
export const keepSavedFiles = () => {
  const files: Promise<string>[] = []
  const names: string[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    if (file instanceof Blob) files.push(file.text().then((text) => text.replace(/^\ufeff/, '')))
    return 'blob:file'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download)
  })
  return { names, texts: () => Promise.all(files) }
}
