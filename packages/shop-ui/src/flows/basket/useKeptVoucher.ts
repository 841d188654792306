import type { Problem } from '@playhouse/domain/problem'
import { useDrafts } from '#client-state'

type ApplyVoucher = (code: string) => Promise<Problem | undefined>

/** The code of a gift voucher that was entered while the basket was empty; forgotten once a voucher is applied. */
export function useKeptVoucher(applyVoucher: ApplyVoucher): { readonly keptCode: string | undefined; readonly onVoucher: ApplyVoucher } {
  const code = useDrafts(({ forms }) => forms['voucher']?.['code'])
  return {
    keptCode: typeof code === 'string' ? code : undefined,
    onVoucher: async (typed) => {
      const problem = await applyVoucher(typed)
      if (!problem) useDrafts.getState().deleteForm('voucher')
      return problem
    },
  }
}
