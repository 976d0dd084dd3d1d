import type { Mutants } from './requirement.ts'

/** Of what thieves of money and of accounts do. */
export const accountThreatMutants: Mutants = {
  T01: [
    {
      file: 'server/domain/money/local-account.ts',
      from: 'account.unlimited ? Infinity : account.quota - account.held',
      to: 'account.unlimited ? Infinity : account.quota',
      failing: 'server/relay/keys.test.ts',
    },
  ],
  T02: [
    {
      file: 'server/domain/money/local-account.ts',
      from: 'account.unlimited ? Infinity : account.quota - account.held',
      to: 'account.unlimited ? Infinity : account.quota',
      failing: 'server/relay/keys.test.ts',
    },
  ],
  T03: [
    {
      file: 'server/db/sqlite/sqlite-settle.ts',
      from: 'remain_quota - ? <= 0 then 4',
      to: 'remain_quota - ? < 0 then 4',
      failing: 'server/db/settling/settle.test.ts',
    },
  ],
  T04: [
    {
      file: 'server/db/redemptions.ts',
      from: 'case when is_gift = 0 or used_count + 1 = max_uses then',
      to: 'case when used_count + 1 = max_uses then',
      failing: 'server/api/redeem.test.ts',
    },
  ],
  T05: [
    {
      file: 'server/domain/wallet/redeem.ts',
      from: "if (!(await insertRedemptionUse(transaction, use))) throw new ApplicationError('redeem_repeated')",
      to: 'await insertRedemptionUse(transaction, use)',
      failing: 'server/api/redeem.test.ts',
    },
  ],
  T06: [
    {
      file: 'server/domain/wallet/redeem.ts',
      from: "if (row.valid_until !== 0 && row.valid_until < now) return 'redeem_expired'",
      to: '',
      failing: 'server/api/redeem.test.ts',
    },
  ],
  T07: [
    {
      file: 'server/domain/wallet/check-ins.ts',
      from: 'Math.floor(nowSeconds(clock) / secondsPerDay)',
      to: 'Math.round(nowSeconds(clock) / secondsPerDay)',
      failing: 'server/api/check-ins.test.ts',
    },
  ],
  T08: [
    {
      file: 'server/db/invites.ts',
      from: ".where('aff_quota', '>=', quota)",
      to: '',
      failing: 'server/api/affiliates.test.ts',
    },
  ],
  T09: [
    {
      file: 'contract/payment-providers/epay.ts',
      from: "key === '' || ",
      to: '',
      failing: 'contract/payment-providers/epay.test.ts',
    },
  ],
  T10: [
    {
      file: 'server/db/top-ups.ts',
      from: ".where('status', 'in', ['pending', 'expired'])",
      to: '',
      failing: 'server/api/wallet.test.ts',
    },
  ],
  T11: [
    {
      file: 'server/domain/wallet/payment-notices.ts',
      from: "if (notice.method !== method) return { reason: 'method_other' }",
      to: '',
      failing: 'server/api/wallet.test.ts',
    },
  ],
  T12: [
    {
      file: 'server/domain/wallet/top-ups.ts',
      from: "if (amount < min) throw new ApplicationError('topup_too_small', { min })",
      to: '',
      failing: 'server/api/wallet.test.ts',
    },
  ],
  T13: [
    {
      file: 'protocols/openai-images/request.ts',
      from: 'count >= 1 && count <= mostPictures',
      to: 'count <= mostPictures',
      failing: 'server/relay/threats.test.ts',
    },
  ],
  T14: [
    {
      file: 'protocols/openai-chat/fields.ts',
      from: 'export const largestOutput = 2 ** 30',
      to: 'export const largestOutput = 2 ** 53',
      failing: 'protocols/openai-chat/openai-chat.test.ts',
    },
  ],
  T15: [
    {
      file: 'server/db/tokens.ts',
      from: "ownTokens(executor, userId).selectAll().where('id', '=', id).executeTakeFirst()",
      to: "executor.selectFrom('tokens').selectAll().where('id', '=', id).executeTakeFirst()",
      failing: 'server/api/tokens.test.ts',
    },
  ],
  T16: [
    {
      file: 'server/api/authenticate.ts',
      from: "if (caller.user.role < leastRole[access]) throw new ApplicationError('role_insufficient')",
      to: '',
      failing: 'server/api/authorisation.test.ts',
    },
  ],
  T17: [
    {
      file: 'server/api/present-user.ts',
      from: 'present({ ...row, setting: withoutSecret(row.setting) }, identities)',
      to: 'present(row, identities)',
      failing: 'server/api/users.test.ts',
    },
  ],
  T18: [
    {
      file: 'server/api/session.ts',
      from: 'checkTold(toldOfSelf, body, await presentOwnUser(database, row))',
      to: '',
      failing: 'server/api/session.test.ts',
    },
    {
      file: 'server/api/session.ts',
      from: 'checkTold(toldOfSelf, body, await presentOwnUser(database, row))',
      to: 'await database.query.updateTable("users").set({ quota: body.quota }).where("id", "=", row.id).execute()',
      failing: 'server/api/session.test.ts',
    },
  ],
  T19: [
    {
      file: 'server/api/tokens.ts',
      from: 'checkTokenGroup(options, caller.user, body.group)',
      to: '',
      failing: 'server/api/tokens.test.ts',
    },
  ],
  T20: [
    {
      file: 'server/domain/people/user-ranks.ts',
      from: 'user.role >= operator.role',
      to: 'user.role > operator.role',
      failing: 'server/api/user-management.test.ts',
    },
  ],
  T23: [
    {
      file: 'server/api/authenticate.ts',
      from: 'named.length > 0 && ',
      to: '',
      failing: 'server/api/session.test.ts',
    },
  ],
  T24: [
    {
      file: 'server/domain/password-tries.ts',
      from: '{ times: 30, within: 15 * minute, refusal: locked },\n]\nconst deviceRules',
      to: ']\nconst deviceRules',
      failing: 'server/api/login-guessing.test.ts',
    },
  ],
  T25: [
    {
      file: 'server/domain/people/passwords.ts',
      from: 'const { salt, key, ...costs } = stored ?? nobody',
      to: 'if (stored === undefined) return false\n      const { salt, key, ...costs } = stored',
      failing: 'server/domain/people/passwords.test.ts',
    },
  ],
  T26: [
    {
      file: 'server/domain/people/user-accounts.ts',
      from: 'access_token_hash: vault.fingerprint(token)',
      to: 'access_token_hash: token',
      failing: 'server/api/users.test.ts',
    },
  ],
  T27: [
    {
      file: 'server/domain/messages/verification-codes.ts',
      from: 'expires_at: now + codeSeconds',
      to: 'expires_at: now + 2 * codeSeconds',
      failing: 'server/api/emails.test.ts',
    },
  ],
  T28: [
    {
      file: 'server/domain/messages/mail.ts',
      from: "options.get('ServerAddress') || siteAddress}/user/reset",
      to: 'siteAddress}/user/reset',
      failing: 'server/api/emails.test.ts',
    },
  ],
  T29: [
    {
      file: 'server/signin/states.ts',
      from: "if (!isOpen) throw new ApplicationError('signin_state_wrong')",
      to: '',
      failing: 'server/api/signin.test.ts',
    },
  ],
  T30: [
    {
      file: 'contract/signin-ways/telegram.ts',
      from: 'if (!digests.isSame(hash, expected)) return undefined',
      to: '',
      failing: 'server/api/signin.test.ts',
    },
  ],
  T31: [
    {
      file: 'server/signin/external-logins.ts',
      from: 'if (isName(name) && !(await isUsernameTaken(database.query, name))) return name',
      to: 'if (isName(name)) return name',
      failing: 'server/api/signin.test.ts',
    },
  ],
  T32: [
    {
      file: 'server/lib/outbound/address-guard.ts',
      from: ' 100.64.0.0/10',
      to: '',
      failing: 'server/lib/outbound/address-guard.test.ts',
    },
  ],
}
