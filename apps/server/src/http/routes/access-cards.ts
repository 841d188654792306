import type { contract } from '@playhouse/api-client/contract'
import { auditBy, transact } from '#db'
import { changeAccessCards, listAccessCards } from '#modules/planning'
import { ok } from '@playhouse/domain/result'
import type { AppContext } from '../app-context.ts'
import type { Handlers } from '../call.ts'
import { plannerOf } from '../visitor/planner.ts'

/** Handlers of the cards of the access scheme. Who reads them is audited, because they have names and needs of people. */
export const accessCardHandlers = (context: AppContext): Handlers<typeof contract.accessCards> => ({
  all: async ({ query: { find = '' }, request }) => {
    const { staff, actor } = await plannerOf(context, request)
    const listed = await listAccessCards(context.db, find)
    const detail = { cards: listed.cards.length }
    await transact(context.db, (trx) => auditBy(trx, actor, { subject: 'staff', subjectId: staff, verb: 'read-access-cards', detail }))
    return ok(listed)
  },
  change: async ({ body, request }) => changeAccessCards(context, await plannerOf(context, request), body),
})
