import ReactMarkdown from 'react-markdown'
import remarkGfm from 'remark-gfm'

const plugins = [remarkGfm]

/** Loaded lazily by `OperatorText`; HTML inside the text stays text. */
export function MarkdownText({ text }: { text: string }) {
  return <ReactMarkdown remarkPlugins={plugins}>{text}</ReactMarkdown>
}
