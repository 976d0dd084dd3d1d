import { textAt } from '#protocols/json/json.ts'
import { type TaskPlatform, TaskRefused, textOr } from '#protocols/task-platform.ts'
import { suno } from '#protocols/tasks/suno.ts'

/** Poems: an upstream that is asked like another one, and clients that are not. */
export const madeUpPlatform: TaskPlatform = {
  ...suno,
  name: 'poems',
  paths: /^\/poems(?:\/|$)/,
  rows: [
    { method: 'POST', path: /^\/poems$/, act: { kind: 'submit', action: 'poem' } },
    { method: 'GET', path: /^\/poems\/([^/]+)$/, act: { kind: 'one' } },
  ],
  read: ({ body }) => {
    const theme = textAt(body, 'theme')
    if (theme === undefined) throw new TaskRefused('no_theme')
    return { action: 'POEM', model: 'poem', path: '/suno/submit/POEM', body: { theme }, prompt: theme, texts: [theme] }
  },
  submitted: (answer, wish) => {
    const submitted = suno.submitted(answer, wish)
    return submitted.kind === 'accepted' ? { ...submitted, answer: { poem: submitted.taskId } } : submitted
  },
  write: {
    task: ({ taskId, progress, data }) => ({ poem: taskId, text: textOr(data.data), progress }),
    one: (task) => task,
    many: (tasks) => tasks,
  },
  media: () => [],
  error: { ...suno.error, write: ({ code }) => Buffer.from(JSON.stringify({ wrong: code })) },
}
