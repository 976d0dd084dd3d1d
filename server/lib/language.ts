/** The language of an `Accept-Language` header: Chinese when it comes before English, else English. */
export const readLanguage = (header: string | undefined): 'en' | 'zh' => {
  for (const part of (header ?? '').split(',')) {
    const tag = part.trim().toLowerCase()
    if (tag.startsWith('zh')) return 'zh'
    if (tag.startsWith('en')) return 'en'
  }
  return 'en'
}
