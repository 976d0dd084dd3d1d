import { useNavigate } from '@tanstack/react-router'
import { type Dispatch, type SetStateAction, useMemo, useState } from 'react'
import type { User } from '#contract/user.ts'
import { users } from '#contract/users.ts'
import { type FormAddress, useFormAddress } from '../../lib/form-address.ts'
import { useText } from '../../lib/i18n.ts'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { recordOf } from '../../lib/list-rows.ts'
import { useUser } from '../../lib/session.ts'
import { Overlay } from '../../ui/overlay.tsx'
import { RecordForms } from '../../ui/record-forms.tsx'
import type { UserTools } from './user-actions.ts'
import { isDeleted, isWithinReach } from './user-rank.ts'

const AddUserDrawer = lazyPart(() => import('./add-user-drawer.tsx'), 'AddUserDrawer')
const GroupDialog = lazyPart(() => import('./group-dialog.tsx'), 'GroupDialog')
const EditUserDrawer = lazyPart(() => import('./edit-user-drawer.tsx'), 'EditUserDrawer')

export const userSource = recordOf(users.read)

/** What a page with users on it opens. `own` is the page's user. */
export const useUserWindow = (own?: string) => {
  const navigate = useNavigate()
  const form = useFormAddress('/user', own)
  const { open } = form
  const [chosen, setChosen] = useState<readonly User[]>()
  const tools: UserTools = useMemo(
    () => ({
      edit: open,
      seeLogs: ({ username }) => void navigate({ to: '/log', search: { username } }),
      setGroup: setChosen,
    }),
    [navigate, open],
  )
  return { tools, create: form.create, preload: AddUserDrawer.preload, form, chosen, setChosen }
}

type UserWindowProps = {
  form: FormAddress
  /** Those whose group is being changed. */
  chosen: readonly User[] | undefined
  setChosen: Dispatch<SetStateAction<readonly User[] | undefined>>
  /** What was selected has been changed. */
  onDone?: () => void
}

const nothing = () => {}

export function UserWindow({ form, chosen, setChosen, onDone = nothing }: UserWindowProps) {
  const t = useText('users')
  const operator = useUser()
  const refusal = (user: User) =>
    operator !== null && isWithinReach(user, operator) && !isDeleted(user) ? undefined : t('notEditable')
  const closeDialog = () => setChosen(undefined)
  return (
    <>
      <RecordForms form={form} source={userSource} refusal={refusal} adding={<AddUserDrawer onClose={form.close} />}>
        {(user) => <EditUserDrawer user={user} onClose={form.close} />}
      </RecordForms>
      <Overlay onClose={closeDialog}>
        {chosen && <GroupDialog chosen={chosen} onDone={onDone} onClose={closeDialog} />}
      </Overlay>
    </>
  )
}
