import type { EndpointRequest } from '#contract/endpoint.ts'
import type { User } from '#contract/user.ts'
import type { users } from '#contract/users.ts'
import { formOf } from '../../lib/record-form.ts'

/** The group that many users are given. */
export const groupForm = formOf<User, Pick<EndpointRequest<typeof users.groupMany>['body'], 'group'>, 'users'>()({
  group: {
    control: 'choice',
    label: 'fieldGroup',
    hint: 'groupHint',
    start: '',
    required: 'groupMissing',
    to: (group) => ({ group }),
  },
})
