/** The media type of a generated picture: told, or seen at its first bytes. */
export const mediaTypeOfPicture = (format: unknown, base64: string): string => {
  if (typeof format === 'string' && /^[\w+-]{1,16}$/.test(format)) return `image/${format}`
  if (base64.startsWith('/9j/')) return 'image/jpeg'
  if (base64.startsWith('UklGR')) return 'image/webp'
  return 'image/png'
}
