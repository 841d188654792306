import type { VoucherLetter } from '#contract'
import { problem } from '@playhouse/domain/problem'
import { fail, ok } from '@playhouse/domain/result'
import { reissueMockVouchers } from './after-sale.ts'
import { isInMockLetter, printedAt, recordPrint } from './mock-letters.ts'
import type { MockCounter } from './mock-counter.ts'
import type { Contract, MockHandlers } from './mock-handler.ts'
import type { MockShop, MockVisit } from './mock-shop.ts'

type LetterCalls = Pick<Contract['staffVouchers'], 'letters' | 'printLetter' | 'letterSent'>

/** Mock handlers of the letters that bring gift vouchers. */
export function letterHandlers(shop: MockShop, counter: MockCounter): MockHandlers<LetterCalls> {
  const read = (): VoucherLetter[] =>
    [...shop.payments.values()].flatMap(({ order }) =>
      order?.state !== 'confirmed'
        ? []
        : order.items.flatMap((item): VoucherLetter[] => {
            if (item.kind !== 'gift-voucher' || !item.detail.address || !isInMockLetter(shop, item)) return []
            const { value, to, address } = item.detail
            const { number, placedAt } = order
            const { id, quantity } = item
            return [{ item: id, order: number, placedAt, quantity, value, to, address, printedAt: printedAt(shop, id) }]
          }),
    )
  /** The letter, if the staff user may send it. */
  const letterOf = (visit: MockVisit, item: string) => {
    const session = counter.signedIn(visit)
    if (!session.ok) return session
    const letter = read().find((one) => one.item === item)
    return letter ? ok(letter) : fail(problem('letter-changed'))
  }
  return {
    letters: ({ visit }) => {
      const session = counter.signedIn(visit)
      return session.ok ? ok({ letters: read() }) : session
    },
    printLetter: ({ visit, params }) => {
      const letter = letterOf(visit, params.item)
      if (!letter.ok) return letter
      reissueMockVouchers(shop, params.item)
      recordPrint(shop, params.item)
      const { codes } = shop.soldVouchers.get(params.item)!
      return ok(new TextEncoder().encode(`%PDF-1.7\n${codes.join(' ')}\n${'%'.repeat(1_000)}\n%%EOF`))
    },
    letterSent: ({ visit, params, body }) => {
      const letter = letterOf(visit, params.item)
      if (!letter.ok) return letter
      if (letter.value.printedAt !== body.printedAt) return fail(problem('letter-changed'))
      shop.sentLetters.add(params.item)
      return ok({ letters: read() })
    },
  }
}
