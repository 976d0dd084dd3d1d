/** The label of the control with this id. */
export const labelId = (id: string): string => `${id}-label`

/** For the buttons of a field, of which a page has many: "Increase" alone does not say what. */
export const ofField = (id: string | undefined) => (id === undefined ? {} : { 'aria-describedby': labelId(id) })
