import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { useState } from 'react'
import { callableModels, firstModel, pricesQuery } from '../../lib/callable-models.ts'
import { useText } from '../../lib/i18n.ts'
import { useUser } from '../../lib/session.ts'
import { Copy } from '../../ui/copy.tsx'
import { fadingClass, useFadingRow } from '../../ui/fading-row.ts'

/** A first request in the tools people use, with this installation's address and a model of it. */
export function Snippets({ address }: { address: string }) {
  const t = useText('home')
  const [chosen, setChosen] = useState<SnippetName>('curl')
  const model = useServedModel() ?? anyModel
  const code = snippets[chosen](address, model)
  return (
    <section aria-label={t('snippets')} className="min-w-0 overflow-hidden rounded-xl border bg-card shadow-sm">
      <div className="flex items-center justify-between gap-2 border-b py-1.5 pr-2 pl-2">
        <fieldset
          ref={useFadingRow<HTMLFieldSetElement>(chosen)}
          className={clsx('flex min-w-0 gap-0.5 overflow-x-auto', fadingClass)}
        >
          <legend className="sr-only">{t('snippets')}</legend>
          {names.map((name) => (
            <button
              key={name}
              type="button"
              aria-pressed={name === chosen}
              onClick={() => setChosen(name)}
              className="h-7 rounded-md px-2.5 text-[13px] whitespace-nowrap text-muted transition-colors hover:text-fg aria-pressed:bg-hover aria-pressed:font-medium aria-pressed:text-fg pointer-coarse:h-10"
            >
              {name}
            </button>
          ))}
        </fieldset>
        <Copy text={code} label={t('copyCode')} className="size-8" />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre tabIndex={0} className="min-h-80 overflow-x-auto p-4 font-mono text-[13px] leading-5.5">
        <code>{code}</code>
      </pre>
    </section>
  )
}

/** While it is not known what is served, and where nothing is. */
const anyModel = 'your-model'

/** A model that whoever looks could call, or would be in the group that a new account has. */
const useServedModel = (): string | undefined => {
  const user = useUser()
  const { data } = useQuery(pricesQuery(user?.id, user?.group ?? ''))
  if (!data) return undefined
  const open = Object.keys(data.usable_group)
  const group = user?.group ?? (open.includes('default') ? 'default' : open[0]) ?? ''
  return firstModel(callableModels(data, { group }, group).map(({ model_name: name }) => name))
}

const snippets = {
  curl: (address: string, model: string) => `curl ${address}/v1/chat/completions \\
  -H "Authorization: Bearer sk-..." \\
  -H "Content-Type: application/json" \\
  -d '{
    "model": "${model}",
    "messages": [
      { "role": "user", "content": "Hello!" }
    ]
  }'`,
  Python: (address: string, model: string) => `from openai import OpenAI

client = OpenAI(
    base_url="${address}/v1",
    api_key="sk-...",
)

reply = client.chat.completions.create(
    model="${model}",
    messages=[{"role": "user", "content": "Hello!"}],
)
print(reply.choices[0].message.content)`,
  'Node.js': (address: string, model: string) => `import OpenAI from 'openai'

const client = new OpenAI({
  baseURL: '${address}/v1',
  apiKey: 'sk-...',
})

const reply = await client.chat.completions.create({
  model: '${model}',
  messages: [{ role: 'user', content: 'Hello!' }],
})
console.log(reply.choices[0].message.content)`,
} as const

type SnippetName = keyof typeof snippets
const names: readonly SnippetName[] = ['curl', 'Python', 'Node.js']
