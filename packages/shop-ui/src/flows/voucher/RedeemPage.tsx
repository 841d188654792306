import { useState } from 'react'
import { useLocation } from 'react-router'
import { isEmpty } from '@playhouse/domain/item-kind'
import { ok } from '@playhouse/domain/result'
import { useWords } from '#i18n'
import { LinkButton } from '#ui/LinkButton'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import { MutationOutcome, useApiMutation } from '#mutation'
import { useDrafts } from '#client-state'
import { useApplyGiftVoucher, useBasket } from '#server-state'
import { VoucherCodeForm } from './VoucherCodeForm.tsx'
import styles from './VoucherPages.module.css'

/**
 * Applies a gift voucher to the basket. With an empty basket the tab keeps the code, and the basket's own dialog starts with it.
 * The link in the mail has the code after `#`, which is sent to no server.
 */
export function RedeemPage() {
  const t = useWords('voucher')
  const { hash } = useLocation()
  const [code] = useState(() => new URLSearchParams(hash.slice(1)).get('code') ?? '')
  const basket = useBasket()
  const apply = useApplyGiftVoucher()
  const mutation = useApiMutation()
  const isKept = isEmpty(basket)
  const redeem = (typed: string) =>
    mutation.send(
      async () => {
        useDrafts.getState().saveForm('voucher', { code: typed })
        return isKept ? ok(undefined) : apply.mutateAsync({ body: { code: typed } })
      },
      {
        message: t(isKept ? 'redeem.kept' : 'redeem.applied'),
        onSuccess: () => (isKept ? undefined : useDrafts.getState().deleteForm('voucher')),
      },
    )
  return (
    <Page width="reading">
      <PageHeading>{t('redeem.title')}</PageHeading>
      <p className={styles.lead}>{t(isKept ? 'redeem.leadEmpty' : 'redeem.lead')}</p>
      <VoucherCodeForm submitLabel={t('redeem.submit')} initialCode={code} isPending={mutation.isPending} onSubmit={redeem}>
        <MutationOutcome mutation={mutation} />
        {mutation.message !== undefined && (
          <p>
            <LinkButton look="primary" to={isKept ? '/' : '/checkout/basket'}>
              {t(isKept ? 'redeem.choose' : 'redeem.basket')}
            </LinkButton>
          </p>
        )}
      </VoucherCodeForm>
    </Page>
  )
}
