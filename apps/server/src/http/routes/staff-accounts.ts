import type { FastifyRequest } from 'fastify'
import type { contract } from '@playhouse/api-client/contract'
import { ok } from '@playhouse/domain/result'
import {
  addStaffAccount,
  createToken,
  dismissAccount,
  editStaffAccount,
  listStaffAccounts,
  listTokens,
  resetAccount,
  revokeToken,
  type StaffManager,
} from '#modules/staff'
import type { AppContext } from '../app-context.ts'
import type { Handlers } from '../call.ts'
import { counterSessionOf } from '../visitor/counter-session.ts'

/** Handlers of staff accounts and API tokens, for administrators. */
export function staffAccountHandlers(context: AppContext): Handlers<typeof contract.staffAccounts> {
  const { db } = context
  const managerOf = async (request: FastifyRequest): Promise<StaffManager> => {
    const { staffSession, actor } = await counterSessionOf(context, request)
    return { staff: staffSession.staff.id, actor }
  }
  return {
    list: async ({ request }) => ok({ accounts: await listStaffAccounts(db, (await managerOf(request)).staff) }),
    add: async ({ body, request }) => addStaffAccount(db, await managerOf(request), body),
    edit: async ({ params, body, request }) => {
      const edited = await editStaffAccount(db, await managerOf(request), params.account, body)
      return edited.ok ? ok({ account: edited.value }) : edited
    },
    reset: async ({ params, request }) => resetAccount(db, await managerOf(request), params.account),
    dismiss: async ({ params, request }) => {
      const dismissed = await dismissAccount(db, await managerOf(request), params.account)
      return dismissed.ok ? ok({ account: dismissed.value }) : dismissed
    },
    tokens: async () => ok({ tokens: await listTokens(db) }),
    createToken: async ({ body, request }) => createToken(db, await managerOf(request), body),
    revokeToken: async ({ params, request }) => {
      const revoked = await revokeToken(db, await managerOf(request), params.id)
      return revoked.ok ? ok({ token: revoked.value }) : revoked
    },
  }
}
