import type { SoldOrder } from '@playhouse/api-client/contract'
import { textIn } from '@playhouse/domain/text-in'
import { useFormats, useLocale, useWords } from '#i18n'
import { inlineText } from './customer-text.ts'

/** The packages that tickets of an order belong to, with their prices, as an entry of a list of facts; nothing without any. */
export function SoldPackages({ order: { packages } }: Pick<SoldOrder, 'order'>) {
  const t = useWords('box-office')
  const { money } = useFormats()
  const locale = useLocale()
  if (!packages?.length) return null
  return (
    <>
      <dt>{t('order.packages', { count: packages.length })}</dt>
      <dd>
        {packages.map(({ id, name, amount }) => (
          <div key={id}>{inlineText(`${textIn(name, locale)} · ${money(amount)}`)}</div>
        ))}
      </dd>
    </>
  )
}
