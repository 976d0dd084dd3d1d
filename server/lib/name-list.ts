/** A list as it travels: names with commas or line ends between them. Empty and repeated ones fall away. */
export const nameList = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,\n]/)
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  ),
]
