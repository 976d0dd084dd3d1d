import { escapeHtml } from '../lib/escape-html.ts'
import { fieldsOf, inputSchema, type Operation, operations, outputSchema } from './openapi.ts'

/** The contract as one readable page; it needs no script. */
export const documentationPage = (version: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sluice control plane</title>
<style>${styles}</style>
</head>
<body>
<header>
<h1>Sluice control plane</h1>
<p>Version ${escapeHtml(version)}. As a document for tools: <a href="/api/openapi.json">openapi.json</a>.</p>
<p>Every answer is wrapped: <code>{ success, message, data }</code>. A refusal by a business rule is status 200 with
<code>success: false</code> and a stable <code>code</code>. A signed-in call carries the session cookie, or the system
access token as <code>Authorization</code>, and names its user in the <code>New-Api-User</code> header.</p>
</header>
<nav aria-label="Resources">${[...groups.keys()].map((group) => `<a href="#${group}">${group}</a>`).join(' ')}</nav>
<main>
${[...groups].map(([group, members]) => `<section id="${group}"><h2>${group}</h2>${members.map(writeOperation).join('')}</section>`).join('\n')}
</main>
</body>
</html>
`

const groups = Map.groupBy(operations, ({ group }) => group)

const writeOperation = ({ endpoint }: Operation): string => `
<article>
<h3><span class="method">${endpoint.method}</span> <code>${escapeHtml(endpoint.path)}</code>
<span class="access">${endpoint.access}${endpoint.limit ? ', few tries per address' : ''}</span></h3>
<p>${escapeHtml(endpoint.summary)}</p>
${endpoint.query ? writeFields('Query', inputSchema(endpoint.query)) : ''}
${endpoint.body ? writeFields('Body', inputSchema(endpoint.body)) : ''}
<details><summary>Data</summary><pre>${escapeHtml(JSON.stringify(outputSchema(endpoint.data), undefined, 2))}</pre></details>
</article>`

const writeFields = (title: string, schema: ReturnType<typeof inputSchema>): string => {
  const rows = fieldsOf(schema).map(
    ({ name, field, required }) =>
      `<tr><td><code>${escapeHtml(name)}</code></td><td>${escapeHtml(typeOf(field))}</td><td>${required ? 'required' : ''}</td></tr>`,
  )
  return `<table><caption>${title}</caption><tbody>${rows.join('')}</tbody></table>`
}

const typeOf = (field: ReturnType<typeof inputSchema>): string => {
  if (typeof field.type === 'string') return field.type
  if (Array.isArray(field.enum)) return field.enum.map((value) => JSON.stringify(value)).join(' | ')
  if ('const' in field) return JSON.stringify(field.const)
  const choices = field.anyOf
  return Array.isArray(choices) ? choices.map(typeOf).join(' | ') : ''
}

const styles = `
:root { color-scheme: light dark; --line: #8884; --soft: #8881; font: 15px/1.5 system-ui, sans-serif }
body { max-width: 60rem; margin: 0 auto; padding: 1.5rem }
nav { display: flex; flex-wrap: wrap; gap: .75rem; padding: .75rem 0; border-block: 1px solid var(--line) }
article { border: 1px solid var(--line); border-radius: 8px; padding: .25rem 1rem 1rem; margin: 1rem 0 }
h3 { font-size: 1rem } .method { font-weight: 700 } .access { font-weight: 400; opacity: .7; float: right }
table { border-collapse: collapse; width: 100%; margin: .5rem 0 } caption { text-align: left; opacity: .7 }
td { border-top: 1px solid var(--line); padding: .25rem .5rem .25rem 0; vertical-align: top }
pre { overflow: auto; background: var(--soft); padding: .75rem; border-radius: 8px }
`
