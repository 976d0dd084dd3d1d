import { useParams } from '@tanstack/react-router'
import { tokens } from '#contract/tokens.ts'
import { useActions } from '../../../lib/actions.ts'
import { recordOf } from '../../../lib/list-rows.ts'
import { RecordPage } from '../../../ui/record-page.tsx'
import { TokenFacts } from '../token-facts.tsx'
import { tokenList } from '../token-list.tsx'
import { TokenWindow, useTokenWindow } from '../token-window.tsx'

const source = recordOf(tokens.read)

/** One token, with the same figures as beside the list. */
export function TokenPage() {
  const { id = '' } = useParams({ strict: false })
  const { tools, ...window } = useTokenWindow()
  const { ofRow } = useActions(tokenList, tools)
  return (
    <>
      <RecordPage source={source} id={id} list="/token" name={({ name }) => name} offers={ofRow}>
        {(token) => <TokenFacts token={token} />}
      </RecordPage>
      <TokenWindow {...window} />
    </>
  )
}
