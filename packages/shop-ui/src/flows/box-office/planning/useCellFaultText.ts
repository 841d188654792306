import { zero } from '@playhouse/domain/money'
import { maxTicketPrice } from '@playhouse/domain/price-list-plan'
import { useFormats, useWords } from '#i18n'
import type { CellFault } from './price-draft.ts'

/** Returns the function with the text of a wrong price or fee: what is allowed. */
export function useCellFaultText(): (fault: CellFault) => string {
  const t = useWords('planning')
  const { money } = useFormats()
  return (fault) => {
    switch (fault.kind) {
      case 'price':
        return t('prices.cellFault.price', { least: money(zero), most: money(maxTicketPrice) })
      case 'fee':
      case 'unpriced':
        return t(`prices.cellFault.${fault.kind}`)
      case 'out-of-range':
        return t('prices.cellFault.out-of-range', { least: money(fault.range.least), most: money(fault.range.most) })
    }
  }
}
