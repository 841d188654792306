import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { useDayFormat, useWords } from '#i18n'
import { Form } from '#form/Form'
import { TextField } from '#form/TextField'
import { MutationOutcome, useApiMutation } from '#mutation'
import { api } from '#server-state'
import { offerClasses } from '#ticketing/OfferLayout'
import { Button } from '#ui/Button'
import { LinkButton } from '#ui/LinkButton'
import { Notice, NoticeActions } from '#ui/Notice'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import { CardScanner } from './CardScanner.tsx'
import { canScan, mayOpenCamera } from './card-detector.ts'
import styles from './SubscriptionCard.module.css'

/** Part of the address with which the page opens the camera by itself. */
const scanHash = '#camera'

/** Links a subscription card to the account: its number is typed, or scanned with the camera. */
export function SubscriptionCardPage() {
  const t = useWords('flex')
  const day = useDayFormat()
  const queryClient = useQueryClient()
  const mutation = useApiMutation()
  const [number, setNumber] = useState('')
  const [isScanning, setScanning] = useState(() => canScan() && location.hash === scanHash)
  const isSent = useRef(false)
  /** The notice that replaces the form takes its focus. */
  const takeFocus = useCallback((notice: HTMLElement | null) => {
    if (isSent.current) notice?.focus()
  }, [])
  const link = async (entered: string): Promise<void> => {
    if (entered.trim() === '' || mutation.isPending) return
    isSent.current = true
    await mutation.send(() => api.me.linkSubscriptionCard({ body: { number: entered } }), {
      message: ({ subscription: { name, vouchersAvailable, expiresOn } }) =>
        t('card.linked', { name, count: vouchersAvailable, day: day(expiresOn) }),
      // The basket and the account depend on subscriptions.
      onSuccess: () => void queryClient.invalidateQueries(),
    })
  }
  const scan = (): void => {
    if (mayOpenCamera()) return setScanning(true)
    location.hash = scanHash
    location.reload()
  }
  const scanned = (text: string): void => {
    setScanning(false)
    setNumber(text)
    void link(text)
  }
  if (mutation.message !== undefined)
    return (
      <Page width="reading">
        <PageHeading>{t('card.title')}</PageHeading>
        <Notice ref={takeFocus} tabIndex={-1} tone="success" title={mutation.message}>
          <NoticeActions>
            <LinkButton to="/account/your-ticket-subscriptions">{t('card.yours')}</LinkButton>
          </NoticeActions>
        </Notice>
      </Page>
    )
  return (
    <Page width="reading">
      <PageHeading>{t('card.title')}</PageHeading>
      <p className={offerClasses.lead}>{t('card.lead')}</p>
      <Form
        className={styles.card}
        onSubmit={(event) => {
          event.preventDefault()
          void link(number)
        }}
      >
        <MutationOutcome mutation={mutation} />
        <TextField
          name="number"
          label={t('card.number')}
          hint={t('card.hint')}
          value={number}
          onChange={setNumber}
          autoComplete="off"
          maxLength={40}
        />
        <p className={styles.actions}>
          <Button type="submit" look="primary" large isPending={mutation.isPending}>
            {t('card.link')}
          </Button>
          {canScan() && !isScanning && <Button onPress={scan}>{t('card.scan')}</Button>}
        </p>
      </Form>
      {isScanning && <CardScanner onScan={scanned} onClose={() => setScanning(false)} />}
    </Page>
  )
}
