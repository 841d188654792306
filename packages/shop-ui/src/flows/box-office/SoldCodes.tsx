import type { SoldOrder } from '@playhouse/api-client/contract'
import { useWords } from '#i18n'
import { inlineText } from './customer-text.ts'

/** The promo codes that were typed for an order, as an entry of a list of facts; nothing without any. */
export function SoldCodes({ codes }: Pick<SoldOrder, 'codes'>) {
  const t = useWords('box-office')
  if (codes.length === 0) return null
  return (
    <>
      <dt>{t('order.codes', { count: codes.length })}</dt>
      <dd>
        {codes.map(({ kind, code, label }) => (
          <div key={code}>
            {kind === 'single-use' ? t('order.singleUseCode', { code }) : code}
            {label !== undefined && <> ({inlineText(label)})</>}
          </div>
        ))}
      </dd>
    </>
  )
}
