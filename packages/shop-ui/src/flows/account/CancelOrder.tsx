import { useRef, useState } from 'react'
import type { Order } from '@playhouse/api-client/contract'
import { canCancelOrder } from '@playhouse/domain/customer-return'
import { useWords } from '#i18n'
import { AlertDialog } from '#ui/AlertDialog'
import { Button } from '#ui/Button'
import { serverNow } from '#browser'
import { MutationOutcome, useApiMutation } from '#mutation'
import { api, orderQuery, ordersQuery, queryClient, useBrand, useSession } from '#server-state'
import styles from './AccountPage.module.css'
import { FocusAfterClose } from '#ui/FocusAfterClose'
import { creditQuery } from './queries.ts'

/** Cancels a paid order for account credit, where the brand allows it and until its deadline. The server checks both again. */
export function CancelOrder({ order }: { readonly order: Order }) {
  const t = useWords('profile')
  const brand = useBrand()
  const { limits } = brand
  const { customer } = useSession()
  const mutation = useApiMutation()
  const [isConfirming, setConfirming] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const starts = order.tickets.map(({ startsAt }) => Date.parse(startsAt))
  const firstStartsAt = starts.length > 0 ? Math.min(...starts) : undefined
  const items = order.items.filter(({ isReturned }) => !isReturned).map(({ kind }) => kind)
  const isGuest = customer?.isGuest ?? false
  const isOffered = order.state === 'confirmed' && canCancelOrder(brand, { isGuest, firstStartsAt, items }, serverNow())
  if (!isOffered && !mutation.message && !mutation.problem) return null
  const cancel = async (): Promise<void> => {
    await mutation.send(() => api.me.cancelOrder({ params: { number: order.number } }), {
      message: t('cancel.done', { number: order.number }),
      onSuccess: (cancellation) => {
        queryClient.setQueryData(orderQuery(order.number).queryKey, cancellation)
        void queryClient.invalidateQueries(ordersQuery)
        void queryClient.invalidateQueries(creditQuery)
      },
    })
    setConfirming(false)
  }
  return (
    <section aria-labelledby="cancel-order" className={styles.section} data-print="none">
      <h2 id="cancel-order" ref={heading} tabIndex={-1}>
        {t('cancel.title')}
      </h2>
      <MutationOutcome mutation={mutation} />
      {isOffered && (
        <>
          <p className={styles.lead}>{t('cancel.rule', { hours: limits.cancelHoursBefore })}</p>
          <p>
            <Button onPress={() => setConfirming(true)}>{t('cancel.ask')}</Button>
          </p>
        </>
      )}
      <AlertDialog
        isOpen={isConfirming}
        title={t('cancel.sure')}
        onClose={() => setConfirming(false)}
        safe={{ label: t('cancel.keep'), onPress: () => setConfirming(false) }}
        other={{ label: t('cancel.ask'), danger: true, isPending: mutation.isPending, onPress: () => void cancel() }}
      >
        <p>{t('cancel.body', { count: limits.creditMonths })}</p>
        <FocusAfterClose target={heading} />
      </AlertDialog>
    </section>
  )
}
