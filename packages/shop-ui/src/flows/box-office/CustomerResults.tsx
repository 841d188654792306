import { useEffect, useRef } from 'react'
import type { FoundCustomer } from '@playhouse/api-client/contract'
import { useWords } from '#i18n'
import { Button } from '#ui/Button'
import styles from './BoxOffice.module.css'
import { DataTable } from './DataTable.tsx'
import { inlineText } from './customer-text.ts'
import { customerName } from './CustomerText.tsx'

type Props = { readonly customers: readonly FoundCustomer[]; readonly onSelect: (id: string) => void }

/** The customers that match a search, with the details that tell them apart. */
export function CustomerResults({ customers, onSelect }: Props) {
  const t = useWords('box-office')
  const first = useRef<HTMLButtonElement>(null)
  // Enter sent the search; a second Enter selects the first customer.
  useEffect(() => first.current?.focus(), [customers])
  const columns = [
    { key: 'select', label: <span className="visually-hidden">{t('search.serve')}</span> },
    ...(['name', 'email', 'phone', 'postcode'] as const).map((key) => ({ key, label: t(`customer.${key}`) })),
  ]
  return (
    <DataTable label={t('search.results')} columns={columns} className={styles['found']}>
      <tbody>
        {customers.map((customer, at) => {
          const name = customerName(customer)
          return (
            <tr key={customer.id}>
              <td>
                <Button
                  {...(at === 0 && { ref: first })}
                  onPress={() => onSelect(customer.id)}
                  aria-label={t('search.serveWhom', { name })}
                >
                  {t('search.serve')}
                </Button>
              </td>
              <th scope="row">
                <bdi className={styles['their']}>{name}</bdi>
              </th>
              <td>
                <bdi className={styles['their']}>{customer.email}</bdi>
              </td>
              <td>
                <bdi>{inlineText(customer.phone)}</bdi>
              </td>
              <td>
                <bdi>{inlineText(customer.postcode ?? '')}</bdi>
              </td>
            </tr>
          )
        })}
      </tbody>
    </DataTable>
  )
}
