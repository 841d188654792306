import type { Result } from '@playhouse/domain/result'
import type { ApiProblem } from './api.ts'
import { useApplyCredit, useApplyGiftVoucher, useRemoveCredit, useRemoveGiftVoucher } from './mutations.ts'
import { useBasket } from './useSession.ts'

const problemOf = (result: Result<unknown, ApiProblem>): ApiProblem | undefined => (result.ok ? undefined : result.error)

/** Stored value that pays for the basket, and its mutations: the props of `StoredValueLines`. */
export function useStoredValue() {
  const { giftVouchers, credit } = useBasket()
  const applyVoucher = useApplyGiftVoucher()
  const removeVoucher = useRemoveGiftVoucher()
  const applyCredit = useApplyCredit()
  const removeCredit = useRemoveCredit()
  return {
    giftVouchers,
    credit,
    onVoucher: async (code: string) => problemOf(await applyVoucher.mutateAsync({ body: { code } })),
    onRemoveVouchers: async () => problemOf(await removeVoucher.mutateAsync()),
    onCredit: async (isUsed: boolean) => problemOf(await (isUsed ? applyCredit : removeCredit).mutateAsync()),
  }
}
