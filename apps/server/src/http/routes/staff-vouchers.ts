import type { FastifyRequest } from 'fastify'
import type { contract } from '@playhouse/api-client/contract'
import { problem } from '@playhouse/domain/problem'
import { fail, ok } from '@playhouse/domain/result'
import {
  auditVoucherSearch,
  markLetterSent,
  printLetter,
  readLetters,
  readVoucherItem,
  readStaffVouchers,
  readVoucherCard,
  mailNewCode,
  printNewCode,
  setVoucherBlocked,
  type VoucherKey,
} from '#modules/voucher'
import type { Handlers } from '../call.ts'
import { counterSessionOf, throttleSearch } from '../visitor/counter-session.ts'
import type { AppContext } from '../app-context.ts'
import { printRenewedVouchers } from './print-vouchers.ts'

export function staffVoucherHandlers(context: AppContext): Handlers<typeof contract.staffVouchers> {
  const { db } = context
  const unknown = problem('voucher-not-recognised')
  const letterChanged = problem('letter-changed')
  const readCard = async (request: FastifyRequest, key: VoucherKey) => {
    const { staffSession } = await counterSessionOf(context, request)
    const card = await readVoucherCard(db, key, staffSession.staff.role)
    return card ? ok(card) : fail(unknown)
  }
  const actorOf = async (request: FastifyRequest) => (await counterSessionOf(context, request)).actor
  return {
    find: async ({ body, request }) => {
      const { staffSession, actor } = await counterSessionOf(context, request)
      const rejection = await throttleSearch(context, staffSession)
      if (rejection) return fail(rejection)
      const card = await readVoucherCard(db, { code: body.code }, staffSession.staff.role)
      await auditVoucherSearch(db, staffSession.staff.id, { voucher: card?.id ?? null }, actor)
      return card ? ok(card) : fail(unknown)
    },
    ofOrder: async ({ params, request }) => {
      const { staffSession, actor } = await counterSessionOf(context, request)
      const rejection = await throttleSearch(context, staffSession)
      if (rejection) return fail(rejection)
      await auditVoucherSearch(db, staffSession.staff.id, { order: params.number }, actor)
      return ok({ vouchers: await readStaffVouchers(db, { order: params.number }, staffSession.staff.role) })
    },
    read: async ({ params, request }) => {
      const { staffSession, actor } = await counterSessionOf(context, request)
      const rejection = await throttleSearch(context, staffSession)
      if (rejection) return fail(rejection)
      await auditVoucherSearch(db, staffSession.staff.id, params, actor)
      return readCard(request, params)
    },
    block: async ({ params, body, request }) => {
      const actor = await actorOf(request)
      await setVoucherBlocked(db, params.voucher, { isBlocked: true, reason: body.reason }, actor)
      return readCard(request, params)
    },
    unblock: async ({ params, body, request }) => {
      const actor = await actorOf(request)
      await setVoucherBlocked(db, params.voucher, { isBlocked: false, reason: body.reason }, actor)
      return readCard(request, params)
    },
    print: async ({ params, visitor, request, reply }) => {
      const actor = await actorOf(request)
      const renewed = await printNewCode(db, params.voucher, actor)
      if (renewed.length === 0) return fail(unknown)
      void reply.header('content-disposition', 'inline; filename="voucher.pdf"')
      return ok(await printRenewedVouchers(context, visitor.locale, renewed))
    },
    mail: async ({ params, request }) => {
      const actor = await actorOf(request)
      return (await mailNewCode(db, params.voucher, actor)) ? readCard(request, params) : fail(unknown)
    },
    letters: async ({ request }) => {
      const { staffSession, actor } = await counterSessionOf(context, request)
      const letters = await readLetters(db)
      if (letters.length > 0) await auditVoucherSearch(db, staffSession.staff.id, { letters: letters.length }, actor)
      return ok({ letters })
    },
    printLetter: async ({ params, request, reply }) => {
      const actor = await actorOf(request)
      const printed = await printLetter(db, params.item, actor)
      if (printed.length === 0) return fail(letterChanged)
      const sold = await readVoucherItem(db, params.item)
      void reply.header('content-disposition', 'inline; filename="letter.pdf"')
      return ok(await printRenewedVouchers(context, sold!.locale, printed))
    },
    letterSent: async ({ params, body, request }) => {
      const actor = await actorOf(request)
      if (!(await markLetterSent(db, { ...params, ...body }, actor))) return fail(letterChanged)
      return ok({ letters: await readLetters(db) })
    },
  }
}
