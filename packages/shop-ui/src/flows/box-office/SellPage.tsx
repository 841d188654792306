import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useWords } from '#i18n'
import { PageHeading } from '#ui/PageHeading'
import { CurrentCustomer } from './CurrentCustomer.tsx'
import { SalePanel } from './SalePanel.tsx'
import styles from './SellPage.module.css'
import { SellMenu } from './SellMenu.tsx'

/** State of the navigation to the sale after an item was added: the payment button gets the focus. */
export const afterAdding = { isAdded: true } as const

/** The sale of everything besides seats: what can be added on one side, customer, basket and payment on the other. */
export function SellPage() {
  const t = useWords('box-office')
  const isAdded = (useLocation().state as { readonly isAdded?: boolean } | null)?.isAdded === true
  const pay = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isAdded) pay.current?.focus()
  }, [isAdded])
  return (
    <SaleLayout title={t('sell.title')} payRef={pay}>
      <SellMenu />
    </SaleLayout>
  )
}

/** A screen of the sale with its own form or list; customer, basket and payment stay beside it. */
export function SaleLayout({
  title,
  payRef,
  children,
}: {
  readonly title: string
  readonly payRef?: React.RefObject<HTMLButtonElement | null>
  readonly children: ReactNode
}) {
  return (
    <div className={styles['sale']}>
      <div className={styles['column']}>
        <PageHeading>{title}</PageHeading>
        {children}
      </div>
      <div className={styles['column']}>
        <CurrentCustomer />
        <SalePanel payRef={payRef} />
      </div>
    </div>
  )
}
