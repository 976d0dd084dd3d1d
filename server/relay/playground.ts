import { ApplicationError } from '#contract/errors.ts'
import { roles } from '#contract/user.ts'
import type { JsonObject } from '#protocols/json/json.ts'
import { setMembers } from '#protocols/json/json-edit.ts'
import type { Domain } from '../domain/domain.ts'
import { usableGroups } from '../domain/groups.ts'
import type { UserIdentity } from '../domain/people/identities.ts'
import type { Caller } from './authenticate.ts'
import type { Call } from './call.ts'

/** Somebody who tries a model in the console: no token is used, and only his own quota moves. */
export const playgroundCaller = (domain: Pick<Domain, 'options'>, user: UserIdentity, body: JsonObject): Caller => {
  if (domain.options.get('DemoSiteEnabled') && user.role < roles.root) throw new ApplicationError('demo_only')
  const group = typeof body.group === 'string' && body.group !== '' ? body.group : user.group
  if (!usableGroups(domain.options, user.group).has(group)) throw new ApplicationError('group_forbidden', { group })
  return {
    userId: user.id,
    username: user.username,
    userGroup: user.group,
    acceptsUnpriced: user.setting.accept_unset_model_ratio_model,
    tokenId: 0,
    tokenName: `playground-${group}`,
    group,
    models: undefined,
    pinnedChannel: undefined,
  }
}

/** The group is for us; upstreams know no such field. */
export const withoutGroup = (call: Call): Call => ({ ...call, bytes: setMembers(call.bytes, { group: undefined }) })
