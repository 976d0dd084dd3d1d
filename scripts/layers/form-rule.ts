import { isTest, type Rule, violationsOf } from './source-file.ts'

const drawnForm = /<(?:form|FormDialog|FormDrawer)\b/g

/** Forms that are no record's. */
const others: readonly { within: RegExp; why: string }[] = [
  {
    within: /^web\/features\/settings\/(?:settings|texts)-section\.tsx$/,
    why: 'the draft of the settings is many records at once, typed on many tabs and saved together',
  },
  {
    within: /^web\/features\/playground\/(?:composer|thread\/(?:edited-question|tool-calls))\.tsx$/,
    why: 'a question is sent, not saved',
  },
  {
    within: /^web\/features\/session\/login-page\.tsx$/,
    why: 'the first load must be small',
  },
]

/** There is one way to make the form of a record: its fields are described, and `useRecordForm` does the rest. */
export const formRule: Rule = (files) =>
  files
    .filter(({ path, text }) => path.startsWith('web/features/') && !isTest(path) && !text.includes('useRecordForm('))
    .filter(({ path }) => !others.some(({ within }) => within.test(path)))
    .flatMap((file) =>
      violationsOf(
        file,
        drawnForm,
        () => 'a form made by hand: describe its fields with formOf, and use useRecordForm',
      ),
    )
