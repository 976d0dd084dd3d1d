export type WithoutUndefined<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> }

/** The fields that have a value: for changes that touch only what was sent. */
export const withoutUndefined = <Fields extends object>(fields: Fields): WithoutUndefined<Fields> =>
  // seam: fromEntries forgets the names
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as WithoutUndefined<Fields>
