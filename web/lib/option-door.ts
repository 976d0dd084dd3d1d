let open: (option: string) => void = () => {}

/** What leads to a setting from where there is no link, such as a message in the corner. */
export const onOptionWanted = (way: (option: string) => void): void => {
  open = way
}

export const openOption = (option: string): void => open(option)
