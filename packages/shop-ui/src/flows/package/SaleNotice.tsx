import { useState } from 'react'
import type { PackageSummary } from '@playhouse/domain/package'
import { serverNow } from '#browser'
import { useFormats, useWords } from '#i18n'

/** When the sale of a package that is not on sale begins, or that it has none now. */
export function SaleNotice({ of: { saleFrom } }: { readonly of: Pick<PackageSummary, 'saleFrom'> }) {
  const t = useWords('package')
  const { instant } = useFormats()
  const [now] = useState(serverNow)
  return saleFrom !== null && Date.parse(saleFrom) > now ? t('opens', { at: instant(saleFrom) }) : t('notOnSale')
}
