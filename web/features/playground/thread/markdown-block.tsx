import { type ComponentProps, isValidElement, type ReactNode } from 'react'
import ReactMarkdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { CodeBlock } from './code-block.tsx'
import { Formula } from './formula.tsx'
import { formulaMark } from './markdown-blocks.ts'

const plugins = [remarkGfm]

const components: Components = {
  // What a model says must not make the browser call other places by itself: images are links.
  img: ({ src, alt }) => <Anchor href={typeof src === 'string' ? src : undefined}>{alt || src}</Anchor>,
  a: ({ href, children }) => <Anchor href={href}>{children}</Anchor>,
  code: ({ children, className }) =>
    typeof children === 'string' && children.startsWith(formulaMark) ? (
      <Formula source={children.slice(formulaMark.length)} />
    ) : (
      <code className={className}>{children}</code>
    ),
  pre: ({ children }) => <Preformatted>{children}</Preformatted>,
  table: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <div tabIndex={0} className="overflow-x-auto">
      <table>{children}</table>
    </div>
  ),
}

/** One piece of Markdown; HTML inside it stays text. */
export function MarkdownBlock({ text }: { text: string }) {
  return (
    <ReactMarkdown remarkPlugins={plugins} components={components}>
      {text}
    </ReactMarkdown>
  )
}

function Anchor({ href, children }: { href: string | undefined; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  )
}

function Preformatted({ children }: { children: ReactNode }) {
  if (!isValidElement<ComponentProps<'code'>>(children)) return <pre>{children}</pre>
  const { className = '', children: content } = children.props
  const source = typeof content === 'string' ? content.replace(/\n$/, '') : ''
  const language = /language-(\S+)/.exec(className)?.[1] ?? ''
  return language === formulaMark ? (
    <Formula source={source} display />
  ) : (
    <CodeBlock source={source} language={language} />
  )
}
